package io.ams.web.metric;

import java.util.List;
import java.util.Map;

/**
 * The samples of one figure.
 *
 * @param name a valid Prometheus name
 * @param help what it says, in one line
 */
public record Family(String name, String help, Type type, List<Sample> samples) {
    /** What Prometheus may do with it. */
    public enum Type {
        COUNTER,
        GAUGE,
        SUMMARY
    }

    /**
     * @param suffix behind the family's name, such as {@code _count}; empty for none
     */
    public record Sample(String suffix, Map<String, String> labels, double value) {}

    static Family gauge(String name, String help, double value) {
        return new Family(name, help, Type.GAUGE, List.of(new Sample("", Map.of(), value)));
    }
}
