package io.ams.raft.node;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Who the owner of a data directory is: cluster, node, incarnation and how often it has started. It lies beside the Raft log, so
 * that a log that was wiped is noticed: a node without its log must never vote as who it was.
 *
 * @param incarnation random, made with the directory
 * @param formedBy the peers that formed the cluster together, empty for a node that joined
 * @param run grows with every start
 * @param fresh made by this start
 * @param retired removed from its cluster
 */
record NodeIdentity(
        Path file,
        UUID clusterId,
        String nodeId,
        String incarnation,
        String raftAddress,
        String formedBy,
        long run,
        boolean fresh,
        boolean retired) {
    static final String FILE = "identity";

    /**
     * The identity in this directory, made if there is none, for one more start.
     *
     * @throws StartRefusedException if the directory belongs to somebody else
     */
    static NodeIdentity open(NodeSettings settings) {
        Path file = settings.data().resolve(FILE);
        try {
            Optional<NodeIdentity> found = read(file);
            NodeIdentity identity =
                    found.map(one -> one.checked(settings).nextRun()).orElseGet(() -> first(file, settings));
            identity.write();
            return identity;
        } catch (IOException e) {
            throw new StartRefusedException(ExitCode.DATA_UNWRITABLE, "cannot read or write " + file + ": " + e);
        }
    }

    /** The cluster of whoever this directory belongs to, if it belongs to somebody. */
    static Optional<UUID> clusterIn(Path data) {
        try {
            return read(data.resolve(FILE)).map(NodeIdentity::clusterId);
        } catch (IOException e) {
            throw new StartRefusedException(ExitCode.DATA_UNWRITABLE, "cannot read " + data.resolve(FILE) + ": " + e);
        }
    }

    private static NodeIdentity first(Path file, NodeSettings settings) {
        return new NodeIdentity(
                file,
                settings.join().orElseGet(() -> clusterOf(settings.peers())),
                settings.id(),
                UUID.randomUUID().toString(),
                settings.raftAddress(),
                write(settings.peers()),
                1,
                true,
                false);
    }

    /** The id that those who form a cluster give it, each by itself: a hash of who they are. */
    static UUID clusterOf(SortedMap<String, String> peers) {
        return UUID.nameUUIDFromBytes(write(peers).getBytes(StandardCharsets.UTF_8));
    }

    private static String write(SortedMap<String, String> peers) {
        return new TreeMap<>(peers)
                .entrySet().stream()
                        .map(peer -> peer.getKey() + "=" + peer.getValue())
                        .collect(Collectors.joining(","));
    }

    private NodeIdentity checked(NodeSettings settings) {
        if (retired) {
            throw new StartRefusedException(
                    ExitCode.REMOVED_FROM_CLUSTER,
                    "node " + nodeId
                            + " was removed from its cluster; start an empty directory under a new id with --join");
        }
        if (!nodeId.equals(settings.id())) {
            throw new StartRefusedException(
                    ExitCode.DATA_OF_ANOTHER_NODE,
                    "the data in " + settings.data() + " is that of node " + nodeId + ", not of " + settings.id());
        }
        settings.join().filter(cluster -> !cluster.equals(clusterId)).ifPresent(cluster -> refuse(settings));
        if (!raftAddress.equals(settings.raftAddress())) {
            throw new StartRefusedException(
                    ExitCode.DATA_OF_ANOTHER_CLUSTER,
                    "the data in " + settings.data() + " is that of a node at " + raftAddress + ", not at "
                            + settings.raftAddress() + "; a node that moves must be removed and join under a new id");
        }
        if (!settings.peers().isEmpty() && !formedBy.isEmpty() && sharesNoOther(settings.peers())) {
            throw new StartRefusedException(
                    ExitCode.DATA_OF_ANOTHER_CLUSTER,
                    "the data in " + settings.data() + " is that of the cluster that " + formedBy
                            + " formed, and none of the other peers given is of it");
        }
        return this;
    }

    /** Members change with time, so that the peers given may differ from the first ones; but not all of them at once. */
    private boolean sharesNoOther(SortedMap<String, String> peers) {
        Set<String> first = Set.of(formedBy.split(",", -1));
        return peers.size() > 1
                && first.size() > 1
                && peers.entrySet().stream()
                        .filter(peer -> !peer.getKey().equals(nodeId))
                        .noneMatch(peer -> first.contains(peer.getKey() + "=" + peer.getValue()));
    }

    private void refuse(NodeSettings settings) {
        throw new StartRefusedException(
                ExitCode.DATA_OF_ANOTHER_CLUSTER,
                "the data in " + settings.data() + " is that of cluster " + clusterId + ", not of the one to join");
    }

    private NodeIdentity nextRun() {
        return new NodeIdentity(file, clusterId, nodeId, incarnation, raftAddress, formedBy, run + 1, false, retired);
    }

    /** Notes that the node was removed from its cluster: it will not start again from this directory. */
    void retire() throws IOException {
        new NodeIdentity(file, clusterId, nodeId, incarnation, raftAddress, formedBy, run, false, true).write();
    }

    private static Optional<NodeIdentity> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        Properties values = new Properties();
        try (InputStream in = Files.newInputStream(file)) {
            values.load(in);
        } catch (IllegalArgumentException e) {
            throw damaged(file, e);
        }
        return Optional.of(parse(file, values));
    }

    private static NodeIdentity parse(Path file, Properties values) {
        try {
            return new NodeIdentity(
                    file,
                    UUID.fromString(required(values, "cluster")),
                    required(values, "node"),
                    required(values, "incarnation"),
                    required(values, "raft"),
                    required(values, "peers"),
                    Long.parseLong(required(values, "run")),
                    false,
                    Boolean.parseBoolean(required(values, "retired")));
        } catch (IllegalArgumentException e) {
            throw damaged(file, e);
        }
    }

    private static String required(Properties values, String key) {
        String value = values.getProperty(key);
        if (value == null) {
            throw new IllegalArgumentException("it does not say " + key);
        }
        return value;
    }

    private static StartRefusedException damaged(Path file, IllegalArgumentException why) {
        return new StartRefusedException(
                ExitCode.DATA_DAMAGED,
                "the file " + file + " does not say any more whose directory this is (" + why.getMessage()
                        + "); remove the member and let the node join under a new id");
    }

    private void write() throws IOException {
        Properties values = new Properties();
        values.setProperty("cluster", clusterId.toString());
        values.setProperty("node", nodeId);
        values.setProperty("incarnation", incarnation);
        values.setProperty("raft", raftAddress);
        values.setProperty("peers", formedBy);
        values.setProperty("run", Long.toString(run));
        values.setProperty("retired", Boolean.toString(retired));
        Path draft = file.resolveSibling(FILE + ".new");
        try (OutputStream out = Files.newOutputStream(draft)) {
            values.store(out, "Who this directory belongs to. Never edit, never copy.");
        }
        try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.READ)) {
            channel.force(true);
        }
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        try (FileChannel directory =
                FileChannel.open(Objects.requireNonNull(file.getParent()), StandardOpenOption.READ)) {
            // Were the move lost in a power cut, a run would be counted twice, and its batches taken for those of the
            // first.
            directory.force(true);
        }
    }
}
