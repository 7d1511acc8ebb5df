package io.ams.iceberg.upkeep;

import io.ams.proto.Property;
import io.ams.proto.TableRow;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What a table's properties say about its upkeep. A property that is absent, or holds what it cannot hold, counts as its default.
 *
 * @param enabled {@code self-optimizing.enabled}
 * @param group {@code self-optimizing.group}: whose workers do it
 * @param targetBytes {@code self-optimizing.target-size}: how large files should be
 * @param fragmentBytes files up to here are fragments: the target over {@code self-optimizing.fragment-ratio}
 * @param undersizedBytes files up to here are undersized: the target times {@code self-optimizing.min-target-size-ratio}
 * @param minorFiles {@code self-optimizing.minor.trigger.file-count}
 * @param minorIntervalMillis {@code self-optimizing.minor.trigger.interval}, below 0 for never
 * @param minPlanIntervalMillis {@code self-optimizing.min-plan-interval}: from one plan to the next
 * @param deletedRatio {@code self-optimizing.major.trigger.duplicate-ratio}: share of deleted rows that makes a large file due
 */
public record UpkeepSettings(
        boolean enabled,
        String group,
        long targetBytes,
        long fragmentBytes,
        long undersizedBytes,
        long minorFiles,
        long minorIntervalMillis,
        long minPlanIntervalMillis,
        double deletedRatio) {
    static final String ENABLED = "self-optimizing.enabled";
    static final String MINOR_FILES = "self-optimizing.minor.trigger.file-count";
    static final String MINOR_INTERVAL = "self-optimizing.minor.trigger.interval";
    static final String MIN_PLAN_INTERVAL = "self-optimizing.min-plan-interval";

    /** The settings of this table. */
    public static UpkeepSettings of(TableRow table) {
        Map<String, String> given = new HashMap<>();
        for (Property property : table.getUpkeepList()) {
            given.put(property.getKey(), property.getValue());
        }
        Values values = new Values(given);
        long target = values.number("self-optimizing.target-size", 128L << 20, size -> size > 0);
        long fragments = values.number("self-optimizing.fragment-ratio", 8, ratio -> ratio > 0);
        double undersized =
                values.fraction("self-optimizing.min-target-size-ratio", 0.75, ratio -> ratio > 0 && ratio <= 1);
        return new UpkeepSettings(
                !given.getOrDefault(ENABLED, "true").strip().equalsIgnoreCase("false"),
                given.getOrDefault("self-optimizing.group", "default"),
                target,
                target / fragments,
                (long) (target * undersized),
                values.number(MINOR_FILES, 12, count -> count > 0),
                values.number(MINOR_INTERVAL, 3_600_000, interval -> true),
                values.number(MIN_PLAN_INTERVAL, 60_000, interval -> interval >= 0),
                values.fraction("self-optimizing.major.trigger.duplicate-ratio", 0.1, ratio -> ratio >= 0));
    }

    private record Values(Map<String, String> given) {
        long number(String key, long initial, Predicate<Long> allowed) {
            return read(key, initial, Long::parseLong, allowed);
        }

        double fraction(String key, double initial, Predicate<Double> allowed) {
            return read(key, initial, Double::parseDouble, allowed);
        }

        private <T> T read(String key, T initial, Function<String, T> parse, Predicate<T> allowed) {
            String text = given.get(key);
            if (text == null) {
                return initial;
            }
            try {
                T value = parse.apply(text.strip());
                return allowed.test(value) ? value : initial;
            } catch (NumberFormatException e) {
                return initial;
            }
        }
    }
}
