package io.ams.raft.node;

import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * What a node is started with.
 *
 * @param peers id to Raft address of those who form the cluster together, this node among them; empty for a node that joins
 * @param join the cluster to join; present exactly if there are no peers
 * @param raftAddress host and port that the others reach this node's Raft server at
 * @param httpAddress host and port that the others and clients reach its HTTP server at
 * @param data directory that is this node's alone
 * @param warehouse root of the catalog "default", for the first leader of a new cluster
 * @param profile which Ratis settings, by name
 * @param ratisConf where the profiles are; without it those that the release was built with
 * @param ratis Ratis settings on top of the profile
 * @param version of the release
 * @param tokenHash SHA-256 of this node's admin token, in hexadecimal: every node takes the token of every other; empty for none
 * @param writeTimeoutMillis how long a command may wait for its outcome, elections included
 * @param readTimeoutMillis how long a read may wait to become fresh, elections included
 */
public record NodeSettings(
        String id,
        SortedMap<String, String> peers,
        Optional<UUID> join,
        String raftAddress,
        String httpAddress,
        Path data,
        String warehouse,
        String profile,
        Optional<Path> ratisConf,
        Map<String, String> ratis,
        String version,
        String tokenHash,
        long writeTimeoutMillis,
        long readTimeoutMillis) {
    public static final long DEFAULT_WRITE_TIMEOUT_MILLIS = 15_000;
    public static final long DEFAULT_READ_TIMEOUT_MILLIS = 10_000;

    public NodeSettings {
        peers = Collections.unmodifiableSortedMap(new TreeMap<>(peers));
        ratis = Map.copyOf(ratis);
        if (peers.isEmpty() == join.isEmpty()) {
            throw new IllegalArgumentException("a node forms a cluster with its peers or joins one, not both");
        }
        if (!peers.isEmpty() && !raftAddress.equals(peers.get(id))) {
            throw new IllegalArgumentException("the peers must name this node, " + id + " at " + raftAddress);
        }
    }
}
