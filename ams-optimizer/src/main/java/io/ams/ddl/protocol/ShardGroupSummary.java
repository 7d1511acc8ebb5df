package io.ams.ddl.protocol;

import org.jspecify.annotations.Nullable;

/**
 * A group at one glance.
 *
 * @param table catalog.namespace.table; null if it was dropped
 * @param oldestBarrierMillis how long the oldest barrier has been waiting; null if none is
 */
public record ShardGroupSummary(
        String name,
        @Nullable String table,
        String tableUuid,
        String mode,
        int shards,
        int waiting,
        int blocked,
        int pending,
        int conflicts,
        long version,
        @Nullable Long oldestBarrierMillis) {}
