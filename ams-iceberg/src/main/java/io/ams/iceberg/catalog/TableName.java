package io.ams.iceberg.catalog;

import io.ams.state.Keys;
import java.util.List;

/**
 * A table's full name.
 *
 * @param levels the levels of its namespace
 */
public record TableName(String catalog, List<String> levels, String name) {
    public TableName {
        levels = List.copyOf(levels);
    }

    Keys.NameKey key() {
        return new Keys.NameKey(catalog, levels, name);
    }

    /** As Iceberg writes it: levels and name with dots between. */
    @Override
    public String toString() {
        return String.join(".", levels) + "." + name;
    }
}
