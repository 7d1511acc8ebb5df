package io.ams.raft;

import java.util.Optional;

/**
 * How this node stands now, from what it knows itself.
 *
 * @param incarnation random, made with the data directory of the node
 * @param leaderReady whether it leads and has applied the first entry of its term
 * @param commitIndex highest log index it knows to be committed
 * @param appliedIndex log index of its state
 * @param durableIndex log index of the state that a power cut would leave
 * @param digest of its state, 32 hexadecimal digits
 * @param detail in words, why it is not running; empty if it is
 */
public record NodeStatus(
        String nodeId,
        String clusterId,
        String incarnation,
        Lifecycle lifecycle,
        Role role,
        Optional<String> leaderId,
        boolean leaderReady,
        long term,
        long commitIndex,
        long appliedIndex,
        long durableIndex,
        String digest,
        String detail) {
    public enum Lifecycle {
        /** Opening its state, or catching up for the first time. */
        STARTING,
        RUNNING,
        /** Takes no new work, finishes what it has. */
        STOPPING,
        /** Not a member any more. It serves nothing. */
        REMOVED,
        /** Its state differs from that of the others. It serves nothing. */
        QUARANTINED,
        CLOSED
    }

    public enum Role {
        LEADER,
        FOLLOWER,
        CANDIDATE,
        NONE
    }
}
