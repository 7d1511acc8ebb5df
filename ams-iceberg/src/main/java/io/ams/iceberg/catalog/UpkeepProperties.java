package io.ams.iceberg.catalog;

import io.ams.proto.Property;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.iceberg.TableProperties;

/** The table properties that steer upkeep: those that the replicated state keeps, so that a planner need not open metadata. */
public final class UpkeepProperties {
    private static final List<String> PREFIXES = List.of(
            "self-optimizing.",
            "snapshot.keep.",
            "table-expire.",
            "clean-orphan-file.",
            "clean-dangling-delete-files.",
            "data-expire.",
            "tag.auto-create.",
            "history.expire.");

    private static final List<String> KEYS = List.of(
            TableProperties.GC_ENABLED,
            TableProperties.WRITE_TARGET_FILE_SIZE_BYTES,
            TableProperties.DEFAULT_FILE_FORMAT,
            TableProperties.FORMAT_VERSION);

    private static final int MAX_VALUE = 1024;

    private UpkeepProperties() {}

    /** The steering ones of these, sorted. A value of absurd length is left out: it can mean nothing. */
    public static List<Property> of(Map<String, String> properties) {
        Map<String, String> steering = new TreeMap<>();
        properties.forEach((key, value) -> {
            if (steers(key) && value.length() <= MAX_VALUE) {
                steering.put(key, value);
            }
        });
        return Properties.sorted(steering);
    }

    private static boolean steers(String key) {
        return Stream.concat(
                        KEYS.stream().filter(key::equals), PREFIXES.stream().filter(key::startsWith))
                .findAny()
                .isPresent();
    }
}
