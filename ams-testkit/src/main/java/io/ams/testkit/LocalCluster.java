package io.ams.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ams.raft.NodeStatus;
import io.ams.raft.node.AmsNode;
import io.ams.raft.node.NodeSettings;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/** Real nodes with real logs and stores, talking over the loopback interface, all in this JVM. */
public final class LocalCluster implements AutoCloseable {
    /** Longer than any election, also on a busy machine; shorter than what a test should wait for a "no". */
    private static final Duration WRITE_TIMEOUT = Duration.ofSeconds(12);

    private static final Duration READ_TIMEOUT = Duration.ofSeconds(8);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path directory;
    private final Map<String, String> ratis;
    private final Duration writeTimeout;
    private final Duration readTimeout;
    private final SortedMap<String, String> formedBy = new TreeMap<>();
    private final SortedMap<String, NodeSettings> settings = new TreeMap<>();
    private final SortedMap<String, AmsNode> running = new TreeMap<>();
    private final SortedMap<String, RecordedFaults> faults = new TreeMap<>();

    /**
     * A cluster of nodes n1, n2, ... that is not started yet.
     *
     * @param ratis settings on top of profile fast
     */
    public LocalCluster(Path directory, int size, Map<String, String> ratis) {
        this(directory, size, ratis, WRITE_TIMEOUT, READ_TIMEOUT);
    }

    /** The same, whose nodes give a write or a strict read up after so long. */
    public LocalCluster(
            Path directory, int size, Map<String, String> ratis, Duration writeTimeout, Duration readTimeout) {
        this.directory = directory;
        this.ratis = Map.copyOf(ratis);
        this.writeTimeout = writeTimeout;
        this.readTimeout = readTimeout;
        List<Integer> ports = FreePorts.take(size);
        for (int i = 0; i < size; i++) {
            formedBy.put("n" + (i + 1), "127.0.0.1:" + ports.get(i));
        }
        formedBy.forEach((id, address) -> settings.put(id, settings(id, address, Optional.empty())));
    }

    private NodeSettings settings(String id, String raftAddress, Optional<UUID> join) {
        return new NodeSettings(
                id,
                join.isPresent() ? new TreeMap<>() : formedBy,
                join,
                raftAddress,
                "127.0.0.1:1",
                directory.resolve(id),
                directory.resolve("warehouse").toUri().toString(),
                "fast",
                Optional.empty(),
                ratis,
                "test",
                "",
                writeTimeout.toMillis(),
                readTimeout.toMillis());
    }

    /** Starts every node and waits until each is ready. */
    public LocalCluster start() {
        settings.keySet().forEach(this::start);
        settings.keySet().forEach(this::awaitReady);
        return this;
    }

    /** Starts one node; does not wait. */
    public AmsNode start(String id) {
        RecordedFaults recorded = faults.computeIfAbsent(id, key -> new RecordedFaults());
        AmsNode node = AmsNode.start(settingsOf(id), Clock.systemUTC(), recorded);
        running.put(id, node);
        return node;
    }

    /** Starts an empty node that wants to join; somebody has to add it to the group. */
    public AmsNode startJoining(String id) {
        String address = "127.0.0.1:" + FreePorts.take(1).get(0);
        UUID cluster = UUID.fromString(any().status().clusterId());
        settings.put(id, settings(id, address, Optional.of(cluster)));
        return start(id);
    }

    public NodeSettings settingsOf(String id) {
        return known(settings, id);
    }

    /** Stops a node the way an operator does. */
    public void stop(String id) {
        AmsNode node = running.remove(id);
        if (node != null) {
            node.leave();
            node.close();
        }
    }

    /** Ends a node without its saying goodbye. */
    public void drop(String id) {
        AmsNode node = running.remove(id);
        if (node != null) {
            node.close();
        }
    }

    public void awaitReady(String id) {
        await("node " + id + " ready")
                .atMost(PATIENCE)
                .until(() -> node(id).status().lifecycle() == NodeStatus.Lifecycle.RUNNING);
    }

    public AmsNode node(String id) {
        return known(running, id);
    }

    public Collection<AmsNode> nodes() {
        return running.values();
    }

    private static <T> T known(Map<String, T> byId, String id) {
        T found = byId.get(id);
        if (found == null) {
            throw new IllegalArgumentException("there is no node " + id + " here, only " + byId.keySet());
        }
        return found;
    }

    private AmsNode any() {
        return running.values().iterator().next();
    }

    /** The node that leads and is ready to; waits for one. */
    public AmsNode leader() {
        await("a leader").atMost(PATIENCE).until(() -> findLeader().isPresent());
        return findLeader().orElseThrow();
    }

    /** The leader hands over to a follower, which is ready to lead when this returns. */
    public void handOver() {
        AmsNode leader = leader();
        String target = followers().get(0).status().nodeId();
        await("leadership of " + target)
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(leader.membership()
                                .transferLeadership(Optional.of(target))
                                .toCompletableFuture())
                        .succeedsWithin(Duration.ofSeconds(20)));
        await("leadership of " + target)
                .atMost(PATIENCE)
                .until(() -> node(target).status().leaderReady());
    }

    private Optional<AmsNode> findLeader() {
        return running.values().stream()
                .filter(node -> node.status().leaderReady())
                .findFirst();
    }

    /** Nodes that run and do not lead. */
    public List<AmsNode> followers() {
        AmsNode leader = leader();
        List<AmsNode> others = new ArrayList<>(running.values());
        others.remove(leader);
        return others;
    }

    public RecordedFaults faultsOf(String id) {
        return known(faults, id);
    }

    /** Waits until all nodes have applied the same, and asserts that they then have the same state. */
    public void assertAgreement() {
        await("all nodes at one index")
                .atMost(PATIENCE)
                .until(() -> running.values().stream()
                                .map(node -> node.status().appliedIndex() + " "
                                        + node.status().digest())
                                .distinct()
                                .count()
                        == 1);
        assertThat(running.values().stream().map(node -> node.status().digest()).distinct())
                .hasSize(1);
        running.keySet().forEach(id -> assertThat(faultsOf(id).faults()).isEmpty());
    }

    @Override
    public void close() {
        List<AmsNode> left = List.copyOf(running.values());
        running.clear();
        // Side by side: each takes a second or two to end its threads.
        left.parallelStream().forEach(AmsNode::close);
    }
}
