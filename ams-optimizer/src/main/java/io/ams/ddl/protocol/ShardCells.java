package io.ams.ddl.protocol;

import java.util.List;

/**
 * Which of the target's fields a shard has, short enough to be told of many shards at once. A field that is named nowhere the shard
 * lacks and leaves NULL.
 *
 * @param same ids of the fields that it has under their own name and type
 * @param others columns of the shard that have another name or need a cast, and those that are not stored (field id 0)
 * @param fills fields that it lacks and that take a constant
 */
public record ShardCells(List<Integer> same, List<ColumnBinding> others, List<FillRule> fills) {}
