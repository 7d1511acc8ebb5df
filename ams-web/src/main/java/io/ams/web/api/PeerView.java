package io.ams.web.api;

import org.jspecify.annotations.Nullable;

/** A member of the Raft group. Figures are absent where only the leader knows them. */
public record PeerView(
        String id,
        String raftAddress,
        boolean leader,
        @Nullable Long matchIndex,
        @Nullable Long lag,
        @Nullable Long lastContactMillis) {}
