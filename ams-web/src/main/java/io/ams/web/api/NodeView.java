package io.ams.web.api;

import org.jspecify.annotations.Nullable;

/**
 * One node.
 *
 * @param state JOINING, ACTIVE, DRAINING or GONE
 * @param role LEADER, FOLLOWER, CANDIDATE or NONE; absent where it is not known
 * @param voter whether it is a member of the Raft group
 * @param matchIndex how far its log is known to agree with the leader's; absent where only the leader knows
 * @param lag entries that it is behind; absent where only the leader knows
 * @param lastContactMillis since the leader last heard of it; absent where only the leader knows
 * @param buckets buckets that it owns
 * @param tables tables in them
 */
public record NodeView(
        String id,
        String state,
        String raftAddress,
        String httpAddress,
        String version,
        @Nullable String role,
        boolean voter,
        @Nullable Long matchIndex,
        @Nullable Long lag,
        @Nullable Long lastContactMillis,
        int buckets,
        int tables) {}
