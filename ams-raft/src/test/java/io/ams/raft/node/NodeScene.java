package io.ams.raft.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Settings of a node of three, and what it is refused with. */
final class NodeScene {
    static final SortedMap<String, String> PEERS =
            new TreeMap<>(Map.of("n1", "host1:7001", "n2", "host2:7001", "n3", "host3:7001"));

    private NodeScene() {}

    static NodeSettings forming(Path data, String id, Map<String, String> peers) {
        String address = peers.get(id);
        return settings(data, id, new TreeMap<>(peers), Optional.empty(), address == null ? "" : address);
    }

    static NodeSettings joining(Path data, String id, UUID cluster) {
        return settings(data, id, new TreeMap<>(), Optional.of(cluster), "host9:7001");
    }

    static NodeSettings settings(
            Path data, String id, SortedMap<String, String> peers, Optional<UUID> join, String raftAddress) {
        return new NodeSettings(
                id,
                peers,
                join,
                raftAddress,
                "host:8080",
                data,
                "file:///warehouse",
                "steady",
                Optional.empty(),
                Map.of(),
                "test",
                "",
                NodeSettings.DEFAULT_WRITE_TIMEOUT_MILLIS,
                NodeSettings.DEFAULT_READ_TIMEOUT_MILLIS);
    }

    static void assertRefused(ExitCode code, String detail, ThrowingCallable start) {
        StartRefusedException refused = catchThrowableOfType(StartRefusedException.class, start);
        assertThat(refused).as("refused with %s", code).isNotNull();
        assertThat(refused.exitCode()).isEqualTo(code);
        assertThat(refused.detail()).contains(detail).doesNotContain("\n");
    }
}
