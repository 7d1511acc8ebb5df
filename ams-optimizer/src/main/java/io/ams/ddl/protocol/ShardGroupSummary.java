package io.ams.ddl.protocol;

import org.jspecify.annotations.Nullable;

/**
 * A group at one glance.
 *
 * @param table catalog.namespace.table; null if it was dropped
 * @param oldestBarrierSinceMillis since when the oldest barrier waits for shards; null if none does
 * @param oldestConflictSinceMillis since when the oldest conflict is open; null if none is
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
        @Nullable Long oldestBarrierSinceMillis,
        @Nullable Long oldestConflictSinceMillis) {}
