package io.ams.raft.node;

import static io.ams.raft.node.NodeScene.PEERS;
import static io.ams.raft.node.NodeScene.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.ams.proto.NodeRow;
import io.ams.proto.NodeState;
import io.ams.raft.Member;
import io.ams.raft.proto.PeerHello;
import io.ams.raft.proto.PeerHelloAnswer;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.LogPosition;
import io.ams.store.MemoryStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IntroductionsTest {
    @TempDir
    private Path data;

    private NodeIdentity identity;
    private final MemoryStore store = new MemoryStore();
    private Introductions introductions;
    private final List<String> asked = new ArrayList<>();

    @BeforeEach
    void open() {
        identity = NodeIdentity.open(NodeScene.forming(data, "n1", PEERS));
        introductions = new Introductions(identity, store);
    }

    private PeerHelloAnswer.Builder knows(String incarnation) {
        return PeerHelloAnswer.newBuilder()
                .setNodeId("n2")
                .setClusterId(identity.clusterId().toString())
                .setKnownIncarnation(incarnation);
    }

    private Introductions.Asking answering(PeerHelloAnswer.Builder answer) {
        return (address, hello) -> {
            asked.add(address);
            assertThat(hello)
                    .isEqualTo(PeerHello.newBuilder()
                            .setNodeId("n1")
                            .setClusterId(identity.clusterId().toString())
                            .setIncarnation(identity.incarnation())
                            .build());
            return CompletableFuture.completedFuture(answer.build());
        };
    }

    private void check(PeerHelloAnswer.Builder answer) {
        introductions.check(answering(answer), List.of("host2:7001", "host3:7001"));
    }

    @Test
    void whoeverKnowsThisNodeAsItIsOrNotAtAllLetsItStart() {
        assertThatCode(() -> check(knows(identity.incarnation()))).doesNotThrowAnyException();
        assertThatCode(() -> check(knows(""))).doesNotThrowAnyException();
        assertThat(asked).containsExactly("host2:7001", "host3:7001", "host2:7001", "host3:7001");
    }

    @Test
    void whoeverDoesNotAnswerIsLeftOut() {
        Introductions.Asking asking = (address, hello) -> address.startsWith("host2")
                ? CompletableFuture.failedFuture(new java.io.IOException("connection refused"))
                : CompletableFuture.completedFuture(knows("").setRemoved(true).build());
        assertThatCode(() -> introductions.check(asking, List.of("host2:7001"))).doesNotThrowAnyException();
        assertRefused(
                ExitCode.REMOVED_FROM_CLUSTER,
                "n1",
                () -> introductions.check(asking, List.of("host2:7001", "host3:7001")));
    }

    @Test
    void aWipedNodeIsRefused() {
        assertRefused(
                ExitCode.WIPED_NODE,
                "the cluster knows node n1 with other data",
                () -> check(knows(UUID.randomUUID().toString())));
    }

    @Test
    void aPeerOfAnotherClusterIsRefused() {
        String other = UUID.randomUUID().toString();
        assertRefused(
                ExitCode.DATA_OF_ANOTHER_CLUSTER,
                "node n2 is of cluster " + other,
                () -> check(knows(identity.incarnation()).setClusterId(other)));
    }

    @Test
    void aRemovedNodeIsRefused() {
        assertRefused(
                ExitCode.REMOVED_FROM_CLUSTER,
                "node n1 was removed from its cluster",
                () -> check(knows(identity.incarnation()).setRemoved(true)));
    }

    @Test
    void onlyTheOthersAreAskedWhetherThisNodeWasRemoved() {
        List<Member> members =
                List.of(new Member("n1", "host1:7001", false, 0, 0), new Member("n2", "host2:7001", true, 0, 0));
        assertThat(introductions.isRemoved(answering(knows("").setRemoved(true)), members))
                .isTrue();
        assertThat(introductions.isRemoved(answering(knows("")), members)).isFalse();
        assertThat(asked).containsExactly("host2:7001", "host2:7001");
    }

    @Test
    void itAnswersWithWhatTheStateKnows() {
        register("n2", NodeState.ACTIVE);
        register("n3", NodeState.GONE);
        PeerHelloAnswer self = PeerHelloAnswer.newBuilder()
                .setNodeId("n1")
                .setClusterId(identity.clusterId().toString())
                .build();
        assertThat(answerTo("n2"))
                .isEqualTo(self.toBuilder().setKnownIncarnation("data of n2").build());
        assertThat(answerTo("n3"))
                .isEqualTo(self.toBuilder()
                        .setKnownIncarnation("data of n3")
                        .setRemoved(true)
                        .build());
        assertThat(answerTo("n4")).isEqualTo(self);
    }

    private PeerHelloAnswer answerTo(String id) {
        return introductions.answer(PeerHello.newBuilder().setNodeId(id).build());
    }

    private void register(String id, NodeState state) {
        NodeRow row = NodeRow.newBuilder()
                .setId(id)
                .setIncarnation("data of " + id)
                .setState(state)
                .build();
        var unused = store.commit(
                ChangeSet.builder().put(Columns.NODES, id, row).build(),
                new LogPosition(1, store.applied().index() + 1, 0));
    }
}
