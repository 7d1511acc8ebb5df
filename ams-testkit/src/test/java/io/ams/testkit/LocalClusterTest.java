package io.ams.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ams.op.ErrorCode;
import io.ams.op.Operations;
import io.ams.proto.BucketRow;
import io.ams.proto.NodeSetState;
import io.ams.proto.NodeState;
import io.ams.proto.SettingPut;
import io.ams.proto.SettingRow;
import io.ams.proto.SettingStored;
import io.ams.raft.Consistency;
import io.ams.raft.NodeStatus;
import io.ams.raft.Replica;
import io.ams.raft.Reply;
import io.ams.raft.Submission;
import io.ams.raft.node.AmsNode;
import io.ams.raft.node.ExitCode;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.Rows;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What three real nodes promise together. */
class LocalClusterTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String KEY = "x.counter";

    @TempDir
    Path directory;

    private static Reply<SettingStored> put(Replica node, String key, String value, long expected) throws Exception {
        SettingPut body = SettingPut.newBuilder()
                .setKey(key)
                .setValue(value)
                .setExpectedVersion(expected)
                .build();
        return node.submitter()
                .submit(Operations.SETTING_PUT, body, Submission.by("test"))
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
    }

    private static Optional<SettingRow> get(Replica node, String key, Consistency consistency) throws Exception {
        return node.reader()
                .read(consistency, view -> view.get(Columns.SETTINGS, key))
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS)
                .value();
    }

    @Test
    void everyNodeTakesWritesAndEveryOtherSeesThemAtOnce() throws Exception {
        try (LocalCluster cluster = new LocalCluster(directory, 3, Map.of()).start()) {
            long version = 0;
            for (int round = 0; round < 3; round++) {
                for (AmsNode writer : cluster.nodes()) {
                    Reply<SettingStored> reply = put(writer, KEY, "v" + version, version);
                    assertThat(reply.isAccepted()).as("%s", reply).isTrue();
                    version++;
                    for (AmsNode node : cluster.nodes()) {
                        assertThat(get(node, KEY, Consistency.STRICT))
                                .map(SettingRow::getVersion)
                                .contains(version);
                    }
                }
            }
            cluster.assertAgreement();
        }
    }

    @Test
    void aBookmarkWaitsForWhatItNamesAndALoneFollowerReadIsNotLeftToTheHeartbeat() throws Exception {
        try (LocalCluster cluster = new LocalCluster(directory, 3, Map.of()).start()) {
            AmsNode follower = cluster.followers().get(0);
            List<Long> strict = new ArrayList<>();
            for (long version = 0; version < 40; version++) {
                long index = put(follower, KEY, "v", version).fold(Reply.Accepted::index, failed -> -1L);
                assertThat(get(follower, KEY, Consistency.bookmark(index)))
                        .map(SettingRow::getVersion)
                        .contains(version + 1);
                long before = System.nanoTime();
                assertThat(get(follower, KEY, Consistency.STRICT)).isPresent();
                strict.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before));
            }
            strict.sort(null);
            // The heartbeat of profile fast comes every 150 ms: were reads left to it, the median would be about that.
            assertThat(strict.get(strict.size() / 2)).isLessThan(75);
        }
    }

    @Test
    void noAcknowledgedWriteIsLostOrRepeatedWhileLeadershipMoves() throws Exception {
        try (LocalCluster cluster = new LocalCluster(directory, 3, Map.of()).start()) {
            AtomicBoolean stop = new AtomicBoolean();
            AtomicInteger unknown = new AtomicInteger();
            List<CompletableFuture<Long>> writers = new ArrayList<>();
            List<AmsNode> nodes = List.copyOf(cluster.nodes());
            for (int w = 0; w < 12; w++) {
                AmsNode node = nodes.get(w % nodes.size());
                String key = "x.writer-" + w;
                writers.add(CompletableFuture.supplyAsync(() -> increment(node, key, stop, unknown)));
            }
            for (int move = 0; move < 4; move++) {
                String target = cluster.followers().get(move % 2).status().nodeId();
                AmsNode asked = nodes.get(move % nodes.size());
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(asked.membership()
                                        .transferLeadership(Optional.of(target))
                                        .toCompletableFuture())
                                .succeedsWithin(Duration.ofSeconds(20)));
            }
            stop.set(true);
            for (int w = 0; w < writers.size(); w++) {
                long acknowledged = writers.get(w).get(60, TimeUnit.SECONDS);
                long version = get(nodes.get(0), "x.writer-" + w, Consistency.STRICT)
                        .map(SettingRow::getVersion)
                        .orElse(0L);
                assertThat(acknowledged).isPositive();
                assertThat(version).isEqualTo(acknowledged);
            }
            assertThat(unknown).hasValue(0);
            cluster.assertAgreement();
        }
    }

    /** Writes without comparing, one after the other: each acknowledgement must raise the version by exactly one. */
    private static long increment(AmsNode node, String key, AtomicBoolean stop, AtomicInteger unknown) {
        long acknowledged = 0;
        while (!stop.get()) {
            SettingPut body = SettingPut.newBuilder()
                    .setKey(key)
                    .setValue("v" + acknowledged)
                    .build();
            Reply<SettingStored> reply = node.submitter()
                    .submit(Operations.SETTING_PUT, body, Submission.by("test"))
                    .toCompletableFuture()
                    .join();
            if (reply instanceof Reply.Accepted<SettingStored> accepted) {
                acknowledged++;
                assertThat(accepted.result().getVersion()).isEqualTo(acknowledged);
            } else {
                unknown.incrementAndGet();
            }
        }
        return acknowledged;
    }

    @Test
    void stateSurvivesARestartOfAll() throws Exception {
        try (LocalCluster cluster = new LocalCluster(directory, 3, Map.of()).start()) {
            for (long version = 0; version < 20; version++) {
                assertThat(put(cluster.leader(), KEY, "v" + version, version).isAccepted())
                        .isTrue();
            }
            cluster.leader().snapshot().toCompletableFuture().get(30, TimeUnit.SECONDS);
            assertThat(put(cluster.leader(), KEY, "last", 20).isAccepted()).isTrue();
            cluster.assertAgreement();
            List.of("n1", "n2", "n3").forEach(cluster::stop);
            cluster.start();
            for (AmsNode node : cluster.nodes()) {
                assertThat(get(node, KEY, Consistency.STRICT))
                        .map(SettingRow::getValue)
                        .contains("last");
            }
            cluster.assertAgreement();
        }
    }

    @Test
    void anEmptyNodeJoinsByCheckpointTakesBucketsAndLeavesAgain() throws Exception {
        Map<String, String> shortLog = Map.of(
                "raft.server.log.segment.size.max", "64KB",
                "raft.server.log.preallocated.size", "64KB",
                "raft.server.log.purge.gap", "1",
                "raft.server.log.purge.preservation.log.num", "0");
        try (LocalCluster cluster = new LocalCluster(directory, 3, shortLog).start()) {
            String value = "x".repeat(8_000);
            for (long version = 0; version < 100; version++) {
                assertThat(put(cluster.leader(), KEY, value, version).isAccepted())
                        .isTrue();
            }
            for (AmsNode node : cluster.nodes()) {
                node.snapshot().toCompletableFuture().get(30, TimeUnit.SECONDS);
            }
            AmsNode joining = cluster.startJoining("n4");
            AmsNode asked = cluster.followers().get(0);
            asked.membership()
                    .add("n4", cluster.settingsOf("n4").raftAddress())
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS);
            cluster.awaitReady("n4");
            assertThat(get(joining, KEY, Consistency.STRICT))
                    .map(SettingRow::getVersion)
                    .contains(100L);
            setState(asked, "n4", NodeState.ACTIVE);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(bucketsOf(joining)).containsKey("n4"));
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(bucketsOf(joining).values()).allMatch(owned -> owned >= 60));

            setState(asked, "n4", NodeState.DRAINING);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(bucketsOf(asked)).doesNotContainKey("n4"));
            asked.membership().remove("n4").toCompletableFuture().get(60, TimeUnit.SECONDS);
            setState(asked, "n4", NodeState.GONE);
            await().atMost(PATIENCE).until(() -> joining.status().lifecycle() == NodeStatus.Lifecycle.REMOVED);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(cluster.faultsOf("n4").faults())
                            .extracting(RecordedFaults.Fault::code)
                            .contains(ExitCode.REMOVED_FROM_CLUSTER));
            cluster.drop("n4");
            cluster.assertAgreement();
        }
    }

    private static void setState(AmsNode node, String id, NodeState state) throws Exception {
        NodeSetState body = NodeSetState.newBuilder().setId(id).setState(state).build();
        assertThat(node.submitter()
                        .submit(Operations.NODE_SET_STATE, body, Submission.by("test"))
                        .toCompletableFuture()
                        .get(60, TimeUnit.SECONDS)
                        .isAccepted())
                .isTrue();
    }

    private static Map<String, Long> bucketsOf(AmsNode node) {
        return node.reader()
                .readLocal(view -> Rows.values(view, Columns.BUCKETS, KeyRange.all()).stream()
                        .collect(Collectors.groupingBy(BucketRow::getOwner, TreeMap::new, Collectors.counting())))
                .value();
    }

    @Test
    void withoutAMajorityNothingIsAcknowledgedAndStrictReadsFail() throws Exception {
        Duration soon = Duration.ofSeconds(3);
        try (LocalCluster cluster = new LocalCluster(directory, 3, Map.of(), soon, soon).start()) {
            assertThat(put(cluster.leader(), KEY, "before", 0).isAccepted()).isTrue();
            AmsNode left = cluster.leader();
            cluster.followers()
                    .forEach(follower -> cluster.drop(follower.status().nodeId()));
            Reply<SettingStored> reply = put(left, KEY, "after", 1);
            assertThat(reply.failedWith(ErrorCode.OUTCOME_UNKNOWN) || reply.failedWith(ErrorCode.NO_LEADER))
                    .as("%s", reply)
                    .isTrue();
            assertThat(left.reader().read(Consistency.STRICT, view -> 1).toCompletableFuture())
                    .failsWithin(Duration.ofSeconds(30));
            assertThat(get(left, KEY, Consistency.LOCAL))
                    .map(SettingRow::getVersion)
                    .contains(1L);
        }
    }
}
