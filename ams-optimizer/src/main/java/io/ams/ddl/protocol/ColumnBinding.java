package io.ams.ddl.protocol;

import java.util.List;

/**
 * Where a column of the shard goes.
 *
 * @param column its path in the shard
 * @param type in the shard
 * @param fieldId the field's id in the table; 0: it is not stored
 * @param field the field's path in the table; empty: it is not stored
 * @param fieldType in the table
 * @param cast whether values must be cast to the field's type
 */
public record ColumnBinding(
        List<String> column, String type, int fieldId, List<String> field, String fieldType, boolean cast) {}
