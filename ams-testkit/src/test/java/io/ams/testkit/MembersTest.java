package io.ams.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ams.op.ErrorCode;
import io.ams.op.Operations;
import io.ams.proto.NodeRow;
import io.ams.proto.NodeSetState;
import io.ams.proto.NodeState;
import io.ams.raft.AmsException;
import io.ams.raft.Member;
import io.ams.raft.NodeStatus;
import io.ams.raft.Submission;
import io.ams.raft.node.AmsNode;
import io.ams.raft.node.ExitCode;
import io.ams.state.Columns;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes of members that meet others, or are left half done. */
class MembersTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private static NodeState state(AmsNode node, String id) {
        return node.reader()
                .readLocal(view -> view.get(Columns.NODES, id))
                .value()
                .map(NodeRow::getState)
                .orElse(NodeState.NODE_STATE_UNSPECIFIED);
    }

    private static List<String> members(AmsNode node) {
        return node.membership().members().stream().map(Member::id).toList();
    }

    /** A leader that took itself for the new member by another name of its address was sent a log that was not its own. */
    private static void refusesWhoIsNotThere(LocalCluster cluster) {
        AmsNode leader = cluster.leader();
        String port = cluster.settingsOf(leader.status().nodeId()).raftAddress().replaceFirst(".*:", "");
        String free = "127.0.0.1:" + FreePorts.take(1).get(0);
        Map<CompletableFuture<Void>, String> asked = new LinkedHashMap<>();
        for (AmsNode node : List.of(leader, cluster.followers().get(0))) {
            for (String address : List.of("localhost:" + port, free)) {
                asked.put(node.membership().add("n9", address).toCompletableFuture(), address);
            }
        }
        asked.forEach((answer, address) -> assertThat(answer)
                .failsWithin(PATIENCE)
                .withThrowableThat()
                .withMessageContaining(address)
                .havingCause()
                .isInstanceOfSatisfying(
                        AmsException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.MEMBERSHIP_REFUSED)));
        assertThat(members(leader)).containsExactly("n1", "n2", "n3");
    }

    private static CompletableFuture<Void> add(AmsNode asked, LocalCluster cluster, String id) {
        return asked.membership().add(id, cluster.settingsOf(id).raftAddress()).toCompletableFuture();
    }

    @Test
    void joinersThatMeetBothComeInAndWhoIsGoneGoesOut() throws Exception {
        try (LocalCluster cluster = new LocalCluster(directory, 3, Map.of()).start()) {
            refusesWhoIsNotThere(cluster);
            cluster.startJoining("n4");
            AmsNode n5 = cluster.startJoining("n5");
            CompletableFuture.allOf(
                            add(cluster.leader(), cluster, "n4"),
                            add(cluster.followers().get(0), cluster, "n5"))
                    .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(members(cluster.leader())).containsExactly("n1", "n2", "n3", "n4", "n5");
            // Nobody says that they are to work now: whoever asked for them may be gone.
            Stream.of("n4", "n5")
                    .forEach(id -> await(id + " at work")
                            .atMost(PATIENCE)
                            .until(() -> state(cluster.leader(), id) == NodeState.ACTIVE));

            // As when a node is removed while it joins: the state says gone, and yet it votes.
            NodeSetState gone = NodeSetState.newBuilder()
                    .setId("n5")
                    .setState(NodeState.GONE)
                    .build();
            assertThat(cluster.node("n4")
                            .submitter()
                            .submit(Operations.NODE_SET_STATE, gone, Submission.by("test"))
                            .toCompletableFuture()
                            .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                            .isAccepted())
                    .isTrue();
            await("n5 out of the group")
                    .atMost(PATIENCE)
                    .until(() -> members(cluster.leader()).equals(List.of("n1", "n2", "n3", "n4")));
            await("n5 to know").atMost(PATIENCE).until(() -> n5.status().lifecycle() == NodeStatus.Lifecycle.REMOVED);
            await("n5 to end")
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(cluster.faultsOf("n5").faults())
                            .extracting(RecordedFaults.Fault::code)
                            .contains(ExitCode.REMOVED_FROM_CLUSTER));
            cluster.drop("n5");
            cluster.assertAgreement();
        }
    }
}
