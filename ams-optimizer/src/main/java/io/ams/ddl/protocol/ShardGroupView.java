package io.ams.ddl.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A group with its shards and what waits.
 *
 * @param shards at most as many as were asked for
 * @param nextPageToken where the rest of the shards begins; null if there is no rest
 */
public record ShardGroupView(
        ShardGroupSummary group,
        Policies policies,
        int schemaId,
        List<TargetColumn> columns,
        List<ShardView> shards,
        @Nullable String nextPageToken,
        List<BarrierView> barriers,
        List<Conflict> conflicts,
        List<GroupEvent> events) {}
