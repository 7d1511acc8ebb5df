package io.ams.raft.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class NodeSettingsTest {
    private static final Path DATA = Path.of("data");

    @Test
    void aNodeFormsOrJoinsButNotBothAndNotNeither() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        NodeScene.settings(DATA, "n1", NodeScene.PEERS, Optional.of(UUID.randomUUID()), "host1:7001"))
                .withMessageContaining("not both");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NodeScene.settings(DATA, "n1", new TreeMap<>(), Optional.empty(), "host1:7001"));
    }

    @Test
    void thePeersNameTheNodeAtItsOwnAddress() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NodeScene.forming(DATA, "n9", NodeScene.PEERS))
                .withMessageContaining("n9");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NodeScene.settings(DATA, "n1", NodeScene.PEERS, Optional.empty(), "host2:7001"))
                .withMessageContaining("n1 at host2:7001");
    }

    @Test
    void laterChangesToWhatItWasMadeFromDoNotReachIt() {
        SortedMap<String, String> peers = new TreeMap<>(NodeScene.PEERS);
        NodeSettings settings = NodeScene.settings(DATA, "n1", peers, Optional.empty(), "host1:7001");
        peers.remove("n2");
        assertThat(settings.peers()).isEqualTo(NodeScene.PEERS);
    }
}
