package io.ams.raft;

/**
 * A member of the Raft group as this node sees it.
 *
 * @param raftAddress host and port of its Raft server
 * @param leader whether this node takes it for the leader
 * @param matchIndex how far its log is known to agree with the leader's; -1 where only the leader knows
 * @param lastContactMillis how long ago the leader last heard of it; -1 where only the leader knows
 */
public record Member(String id, String raftAddress, boolean leader, long matchIndex, long lastContactMillis) {}
