package io.ams.ddl.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A shard with its schema and how its rows are written. */
public record ShardDetail(
        ShardView shard,
        Schema schema,
        int schemaId,
        List<ColumnBinding> columns,
        List<FillRule> fills,
        @Nullable Conflict conflict) {}
