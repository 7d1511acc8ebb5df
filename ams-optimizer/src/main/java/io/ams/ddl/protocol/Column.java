package io.ams.ddl.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column of a shard.
 *
 * @param name needed but for the parts of lists and maps
 * @param type Iceberg's spelling of a primitive, or struct, list, map
 * @param required whether it is NOT NULL
 * @param defaultValue null for none
 * @param fields of a struct
 * @param element of a list
 * @param key of a map
 * @param value of a map
 */
public record Column(
        @Nullable String name,
        String type,
        @Nullable Boolean required,
        @Nullable DefaultValue defaultValue,
        @Nullable List<Column> fields,
        @Nullable Column element,
        @Nullable Column key,
        @Nullable Column value) {
    /** A primitive that allows NULL and has no default. */
    public static Column of(String name, String type) {
        return new Column(name, type, null, null, null, null, null, null);
    }
}
