package io.ams.web.metric;

import java.util.List;
import java.util.Map;

/**
 * The samples of one figure.
 *
 * @param name a valid Prometheus name
 * @param help what it says, in one line
 */
public record Family(String name, String help, Kind kind, List<Value> samples) {
    /** What Prometheus may do with it. */
    public enum Kind {
        COUNTER,
        GAUGE,
        SUMMARY
    }

    /**
     * One value under the family's name.
     *
     * @param suffix behind the family's name, such as {@code _count}; empty for none
     */
    public record Value(String suffix, Map<String, String> labels, double value) {}

    static Family gauge(String name, String help, Number value) {
        return new Family(name, help, Kind.GAUGE, List.of(new Value("", Map.of(), value.doubleValue())));
    }
}
