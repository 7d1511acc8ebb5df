package io.ams.web.api;

import io.ams.raft.NodeStatus;
import org.jspecify.annotations.Nullable;

/** What a node says of itself, always, and without asking anybody. */
public record SelfView(
        String id,
        String clusterId,
        String incarnation,
        String lifecycle,
        String role,
        @Nullable String leaderId,
        boolean leaderReady,
        long term,
        long commitIndex,
        long appliedIndex,
        long durableIndex,
        String digest,
        String detail,
        @Nullable String version,
        @Nullable String httpAddress,
        @Nullable String raftAddress) {

    /** The addresses are those that the node has told the cluster; absent before it has. */
    public static SelfView of(
            NodeStatus status, @Nullable String version, @Nullable String httpAddress, @Nullable String raftAddress) {
        return new SelfView(
                status.nodeId(),
                status.clusterId(),
                status.incarnation(),
                status.lifecycle().name(),
                status.role().name(),
                status.leaderId().orElse(null),
                status.leaderReady(),
                status.term(),
                status.commitIndex(),
                status.appliedIndex(),
                status.durableIndex(),
                status.digest(),
                status.detail(),
                version,
                httpAddress,
                raftAddress);
    }
}
