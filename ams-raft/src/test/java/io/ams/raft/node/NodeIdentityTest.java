package io.ams.raft.node;

import static io.ams.raft.node.NodeScene.PEERS;
import static io.ams.raft.node.NodeScene.assertRefused;
import static io.ams.raft.node.NodeScene.forming;
import static io.ams.raft.node.NodeScene.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeIdentityTest {
    @TempDir
    private Path data;

    private NodeIdentity open() {
        return NodeIdentity.open(forming(data, "n1", PEERS));
    }

    @Test
    void eachStartIsOneMoreRunOfTheSameNode() {
        NodeIdentity first = open();
        assertThat(first.run()).isEqualTo(1);
        assertThat(first.fresh()).isTrue();
        NodeIdentity second = open();
        assertThat(second.run()).isEqualTo(2);
        assertThat(second.fresh()).isFalse();
        assertThat(second.incarnation()).isEqualTo(first.incarnation());
        assertThat(second.clusterId()).isEqualTo(first.clusterId());
        assertThat(open().run()).isEqualTo(3);
    }

    @Test
    void thoseWhoFormAClusterGiveItTheSameIdAndThemselvesOthers() throws IOException {
        NodeIdentity one = open();
        NodeIdentity two = NodeIdentity.open(forming(Files.createDirectory(data.resolve("two")), "n2", PEERS));
        assertThat(two.clusterId()).isEqualTo(one.clusterId());
        assertThat(two.incarnation()).isNotEqualTo(one.incarnation());
        assertThat(NodeIdentity.clusterOf(new java.util.TreeMap<>(Map.of("n1", "host1:7001"))))
                .isNotEqualTo(one.clusterId());
    }

    @Test
    void aDirectoryTellsItsCluster() {
        assertThat(NodeIdentity.clusterIn(data)).isEmpty();
        NodeIdentity identity = open();
        assertThat(NodeIdentity.clusterIn(data)).contains(identity.clusterId());
    }

    @Test
    void aNodeThatJoinsTakesTheClusterItIsTold() {
        UUID cluster = UUID.randomUUID();
        assertThat(NodeIdentity.open(joining(data, "n4", cluster)).clusterId()).isEqualTo(cluster);
        assertThat(NodeIdentity.open(joining(data, "n4", cluster)).run()).isEqualTo(2);
    }

    @Test
    void theDataOfAnotherNodeIsRefused() {
        open();
        assertRefused(
                ExitCode.DATA_OF_ANOTHER_NODE,
                "is that of node n1, not of n2",
                () -> NodeIdentity.open(forming(data, "n2", PEERS)));
        assertThat(open().run()).as("a refusal changes nothing").isEqualTo(2);
    }

    @Test
    void theDataOfAnotherClusterIsRefusedToOneThatJoins() {
        NodeIdentity.open(joining(data, "n4", UUID.randomUUID()));
        assertRefused(
                ExitCode.DATA_OF_ANOTHER_CLUSTER,
                "not of the one to join",
                () -> NodeIdentity.open(joining(data, "n4", UUID.randomUUID())));
    }

    @Test
    void theDataOfAnotherClusterIsRefusedToOneThatForms() {
        open();
        Map<String, String> others = Map.of("n1", "host1:7001", "n2", "elsewhere:7001", "n3", "elsewhere:7002");
        assertRefused(
                ExitCode.DATA_OF_ANOTHER_CLUSTER,
                "none of the other peers",
                () -> NodeIdentity.open(forming(data, "n1", others)));
    }

    @Test
    void somePeersMayHaveChanged() {
        open();
        Map<String, String> some = Map.of("n1", "host1:7001", "n2", "host2:7001", "n5", "host5:7001");
        assertThat(NodeIdentity.open(forming(data, "n1", some)).run()).isEqualTo(2);
        assertThat(NodeIdentity.open(forming(data, "n1", Map.of("n1", "host1:7001")))
                        .run())
                .isEqualTo(3);
    }

    @Test
    void aMovedAddressIsRefused() {
        open();
        Map<String, String> moved = new HashMap<>(PEERS);
        moved.put("n1", "host7:7001");
        assertRefused(
                ExitCode.DATA_OF_ANOTHER_CLUSTER,
                "a node at host1:7001, not at host7:7001",
                () -> NodeIdentity.open(forming(data, "n1", moved)));
    }

    @Test
    void aRetiredNodeDoesNotStartAgain() throws IOException {
        open().retire();
        assertRefused(ExitCode.REMOVED_FROM_CLUSTER, "was removed from its cluster", this::open);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cluster", "node", "incarnation", "raft", "peers", "run", "retired"})
    void aFileThatLacksALineIsRefused(String key) throws IOException {
        open();
        edit(key + "=", "lost." + key + "=");
        assertRefused(ExitCode.DATA_DAMAGED, "it does not say " + key, this::open);
    }

    @ParameterizedTest
    @CsvSource({"run=1, run=one", "cluster=, cluster=x", "node=, node=\\uXY"})
    void aFileThatDoesNotReadBackIsRefused(String was, String now) throws IOException {
        open();
        edit(was, now);
        assertRefused(ExitCode.DATA_DAMAGED, data.resolve("identity").toString(), this::open);
        assertRefused(ExitCode.DATA_DAMAGED, "join under a new id", () -> NodeIdentity.clusterIn(data));
    }

    @Test
    void anEmptyFileIsRefused() throws IOException {
        Files.writeString(data.resolve("identity"), "");
        assertRefused(ExitCode.DATA_DAMAGED, "does not say any more whose directory this is", this::open);
    }

    @Test
    void aFileThatCannotBeReadIsRefused() throws IOException {
        Files.createDirectory(data.resolve("identity"));
        assertRefused(ExitCode.DATA_UNWRITABLE, "identity", this::open);
    }

    private void edit(String was, String now) throws IOException {
        Path file = data.resolve("identity");
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        assertThat(text).contains("\n" + was);
        Files.writeString(file, text.replace("\n" + was, "\n" + now), StandardCharsets.ISO_8859_1);
    }
}
