package io.ams.ddl.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The schema that a shard has.
 *
 * @param primaryKey paths of columns; null: the shard does not say
 */
public record Schema(List<Column> columns, @Nullable List<List<String>> primaryKey) {
    /** These columns, and nothing said of a primary key. */
    public static Schema of(Column... columns) {
        return new Schema(List.of(columns), null);
    }
}
