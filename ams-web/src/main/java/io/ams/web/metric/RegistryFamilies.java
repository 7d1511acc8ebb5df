package io.ams.web.metric;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Sampling;
import com.codahale.metrics.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is in a Dropwizard registry. Its counters can fall, so they are gauges here; meters only grow; timers are summaries in
 * seconds over their recent samples. A gauge that holds no number is left out.
 */
final class RegistryFamilies {
    private static final Logger LOG = LoggerFactory.getLogger(RegistryFamilies.class);
    private static final double NANOS = 1e9;

    private final MetricRegistry registry;

    RegistryFamilies(MetricRegistry registry) {
        this.registry = registry;
    }

    List<Family> read() {
        List<Family> families = new ArrayList<>();
        registry.getGauges()
                .forEach((name, gauge) -> number(name, gauge)
                        .ifPresent(value -> families.add(Family.gauge(valid(name), "Gauge " + name, value))));
        registry.getCounters()
                .forEach((name, counter) ->
                        families.add(Family.gauge(valid(name), "Counter " + name, counter.getCount())));
        registry.getMeters()
                .forEach((name, meter) -> families.add(new Family(
                        valid(name) + "_total",
                        "Meter " + name,
                        Family.Kind.COUNTER,
                        List.of(new Family.Value("", Map.of(), (double) meter.getCount())))));
        registry.getHistograms()
                .forEach((name, histogram) -> families.add(new Family(
                        valid(name),
                        "Histogram " + name,
                        Family.Kind.SUMMARY,
                        summary(histogram, histogram.getCount(), 1))));
        registry.getTimers()
                .forEach((name, timer) -> families.add(new Family(
                        valid(name) + "_seconds",
                        "Timer " + name,
                        Family.Kind.SUMMARY,
                        summary(timer, timer.getCount(), NANOS))));
        return families;
    }

    private static OptionalDouble number(String name, Gauge<?> gauge) {
        try {
            Object value = gauge.getValue();
            if (value instanceof Number number) {
                return OptionalDouble.of(number.doubleValue());
            }
            return value instanceof Boolean flag ? OptionalDouble.of(flag ? 1 : 0) : OptionalDouble.empty();
        } catch (RuntimeException e) {
            // One sick figure must not hide the others.
            LOG.debug("Gauge {} cannot be read", name, e);
            return OptionalDouble.empty();
        }
    }

    private static List<Family.Value> summary(Sampling sampling, long count, double unit) {
        Snapshot snapshot = sampling.getSnapshot();
        return List.of(
                quantile("0.5", snapshot.getMedian() / unit),
                quantile("0.75", snapshot.get75thPercentile() / unit),
                quantile("0.95", snapshot.get95thPercentile() / unit),
                quantile("0.99", snapshot.get99thPercentile() / unit),
                quantile("0.999", snapshot.get999thPercentile() / unit),
                new Family.Value("_count", Map.of(), count));
    }

    private static Family.Value quantile(String quantile, double value) {
        return new Family.Value("", Map.of("quantile", quantile), value);
    }

    /** The name with everything replaced that Prometheus does not take. */
    static String valid(String name) {
        String valid = name.replaceAll("[^a-zA-Z0-9_]", "_");
        return valid.isEmpty() || Character.isDigit(valid.charAt(0)) ? "_" + valid : valid;
    }
}
