package io.ams.ddl.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A shard as the group sees it.
 *
 * @param state LOADING, ACTIVE, WAITING, BLOCKED or LEFT
 * @param announced number of its last announcement
 * @param decided number of the last one that was decided
 * @param waitingFor in a few words; null if it waits for nothing
 * @param sinceMillis when it came into this state
 * @param cells which fields it has; null if that was not asked for
 */
public record ShardView(
        String shard,
        String state,
        long announced,
        long decided,
        long acknowledged,
        @Nullable String position,
        long bindingEpoch,
        List<PendingView> pending,
        @Nullable String waitingFor,
        long joinedAtMillis,
        long sinceMillis,
        @Nullable ShardCells cells) {}
