package io.ams.web.ddl.mysql;

import org.jspecify.annotations.Nullable;

/**
 * What is known of a shard's columns. Needed for {@code ALTER COLUMN ... SET DEFAULT}, which does not say the column's type and yet
 * gives a value of it.
 */
@FunctionalInterface
public interface ColumnTypes {
    /** The Iceberg type of a column, in whatever letter case it is called by; {@code null} if it is not known. */
    @Nullable
    String typeOf(String column);
}
