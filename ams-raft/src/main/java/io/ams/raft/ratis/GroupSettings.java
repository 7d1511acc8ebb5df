package io.ams.raft.ratis;

import java.nio.file.Path;
import java.util.SortedMap;
import java.util.UUID;

/**
 * What a node must know to take part in the group.
 *
 * @param clusterId id of the group; all members share it
 * @param raftAddress host and port that the other members reach this node at
 * @param initialPeers id to address of those who form the group together; empty for a node that joins one. Only the very first
 *     start looks at it: afterwards the log says who is a member
 * @param raftDirectory where the Raft log lies
 * @param workDirectory for checkpoints on their way; on the file system of the store
 * @param run grows with every start of this node
 * @param writeTimeoutMillis how long a command may wait for its outcome, elections included
 * @param readTimeoutMillis how long a read may wait to become fresh, elections included
 */
public record GroupSettings(
        String nodeId,
        UUID clusterId,
        String raftAddress,
        SortedMap<String, String> initialPeers,
        Path raftDirectory,
        Path workDirectory,
        long run,
        RatisSettings ratis,
        long writeTimeoutMillis,
        long readTimeoutMillis) {}
