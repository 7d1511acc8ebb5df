package io.ams.iceberg.catalog;

import io.ams.iceberg.files.Locations;
import io.ams.op.ErrorCode;
import io.ams.raft.AmsException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;

/** Where a table's files may lie. Decided before any file is touched. */
public final class TableLocations {
    /** Properties that send a writer's files elsewhere than below the table's location. */
    private static final List<String> PATH_PROPERTIES = List.of(
            TableProperties.WRITE_DATA_LOCATION,
            TableProperties.WRITE_METADATA_LOCATION,
            // Deprecated in the library, but older writers still obey them.
            "write.object-storage.path",
            "write.folder-storage.path");

    private static final int MAX_SEGMENT = 100;
    private static final int UUID_DIGITS = 8;

    private TableLocations() {}

    /**
     * The location of a table whose creator named none: {@code <warehouse>/<levels>/<name>-<8 digits of its uuid>}. Letters that
     * some file system or client takes for more than a letter become {@code _}; the digits keep two such names apart, and a table
     * made after another of its name was dropped.
     */
    static String defaultLocation(String warehouse, List<String> levels, String name, String uuid) {
        StringBuilder location = new StringBuilder(Locations.stripSlash(warehouse));
        for (String level : levels) {
            location.append('/').append(segment(level));
        }
        return location.append('/')
                .append(segment(name))
                .append('-')
                .append(uuid, 0, UUID_DIGITS)
                .toString();
    }

    private static String segment(String name) {
        String safe = name.replaceAll("[^A-Za-z0-9._-]", "_").replaceAll("^\\.", "_");
        return safe.length() > MAX_SEGMENT ? safe.substring(0, MAX_SEGMENT) : safe;
    }

    /** The locations beside its own that a table writes to, sorted; those below its own are left out. */
    public static List<String> further(TableMetadata metadata) {
        return pathProperties(metadata)
                .filter(path -> !isWithin(metadata.location(), path))
                .distinct()
                .sorted()
                .toList();
    }

    private static Stream<String> pathProperties(TableMetadata metadata) {
        return PATH_PROPERTIES.stream()
                .filter(metadata.properties()::containsKey)
                .map(key -> metadata.properties().get(key));
    }

    /**
     * Refuses metadata that would put a file outside the warehouse.
     *
     * @throws AmsException LOCATION_OUTSIDE_WAREHOUSE, or BAD_REQUEST for what is no location
     */
    static void check(String warehouse, TableMetadata metadata) {
        Stream.concat(Stream.of(metadata.location()), pathProperties(metadata))
                .forEach(location -> check(warehouse, location));
    }

    /**
     * Refuses a location outside the warehouse.
     *
     * @throws AmsException LOCATION_OUTSIDE_WAREHOUSE, or BAD_REQUEST for what is no location
     */
    static void check(String warehouse, String location) {
        if (!Locations.isBelow(warehouse, location)) {
            throw new AmsException(
                    ErrorCode.LOCATION_OUTSIDE_WAREHOUSE,
                    "Invalid location " + location + ": it lies outside the warehouse " + warehouse
                            + "; leave it out, or name one inside");
        }
    }

    private static boolean isWithin(String outer, String inner) {
        return Locations.normalise(inner).startsWith(Locations.normalise(outer));
    }
}
