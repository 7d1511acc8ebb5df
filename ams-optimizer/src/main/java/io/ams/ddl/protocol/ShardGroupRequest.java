package io.ams.ddl.protocol;

import org.jspecify.annotations.Nullable;

/**
 * A group of shards to be made.
 *
 * @param catalog of the table; null for "default"
 * @param table namespace.table
 * @param mode pessimistic, optimistic or strict-optimistic; null for the cluster's default
 */
public record ShardGroupRequest(
        String name,
        @Nullable String catalog,
        String table,
        @Nullable String mode,
        @Nullable Policies policies) {}
