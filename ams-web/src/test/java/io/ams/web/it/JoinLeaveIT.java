package io.ams.web.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.ams.raft.node.ExitCode;
import io.ams.testkit.process.NodeHttp;
import io.ams.testkit.process.ProcessCluster;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class JoinLeaveIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @RegisterExtension
    static final ProcessCluster CLUSTER = ProcessCluster.of(3);

    @Test
    void anEmptyNodeJoinsUnderLoadAndServesUntilItIsRemoved() throws IOException {
        String old = CLUSTER.others().get(0);
        List<NodeHttp> nodes = CLUSTER.others().stream().map(CLUSTER::http).toList();
        try (Load load = Load.start("join", nodes, Long.MAX_VALUE, Long.MAX_VALUE)) {
            await("load")
                    .atMost(PATIENCE)
                    .until(() -> load.ledger().acknowledged().size() > 200);
            CLUSTER.join("n4", old);
            CLUSTER.awaitReady("n4");
            await("buckets of n4")
                    .atMost(PATIENCE)
                    .until(() -> member(old, "n4").path("buckets").asInt() > 0);
            int before = load.ledger().acknowledged().size();
            await("more load")
                    .atMost(PATIENCE)
                    .until(() -> load.ledger().acknowledged().size() > before + 100);
            load.stop();
            assertThat(load.ledger().troubles()).isEmpty();
            load.ledger().assertKept(CLUSTER.http("n4"));
        }
        JsonNode joined = member("n4", "n4");
        assertThat(joined.path("state").asText()).isEqualTo("ACTIVE");
        assertThat(joined.path("voter").asBoolean()).isTrue();
        JsonNode again = AmsCommand.run(
                CLUSTER.url(old),
                "peer",
                "add",
                "n4",
                "--raft",
                joined.path("raftAddress").asText(),
                "--http",
                joined.path("httpAddress").asText());
        assertThat(again.path("id").asText()).isEqualTo("n4");
        assertThat(CLUSTER.self("n4").path("clusterId"))
                .isEqualTo(CLUSTER.self(old).path("clusterId"));
        CLUSTER.assertAgreement();
        remove("n4", old);
    }

    @Test
    void theLeaderItselfCanBeRemoved() throws IOException {
        CLUSTER.join("n5", CLUSTER.others().get(0));
        CLUSTER.awaitReady("n5");
        await("n5 votes")
                .atMost(PATIENCE)
                .until(() -> member("n5", "n5").path("voter").asBoolean());
        String leader = CLUSTER.leader();
        remove(leader, CLUSTER.others(leader).get(0));
        RawTable table = RawTable.create(CLUSTER.http("n5"), "after-the-leader-left");
        assertThat(table.load(CLUSTER.http(CLUSTER.leader())).status()).isEqualTo(200);
    }

    private static void remove(String id, String through) throws IOException {
        NodeHttp other = CLUSTER.http(through);
        assertThat(other.within(PATIENCE).delete("/api/v1/peers/" + id).status())
                .isEqualTo(204);
        assertThat(member(through, id).path("state").asText()).isEqualTo("GONE");
        assertThat(member(through, id).path("buckets").asInt()).isZero();

        assertRemoved(id, 1);
        assertThatThrownBy(() -> CLUSTER.http(id).get("/api/v1/nodes/self")).isInstanceOf(ConnectException.class);
        CLUSTER.restart(id);
        assertRemoved(id, 2);
        assertThat(peers(through)).doesNotContain(id);
    }

    private static void assertRemoved(String id, int times) {
        assertThat(CLUSTER.awaitExit(id)).isEqualTo(ExitCode.REMOVED_FROM_CLUSTER.code());
        assertThat(CLUSTER.log(id).stream()
                        .filter(line -> line.startsWith("ams: ") && line.contains("REMOVED_FROM_CLUSTER")))
                .hasSize(times)
                .allSatisfy(line -> assertThat(line).contains("removed from its cluster", "exit code 34"));
    }

    private static JsonNode member(String through, String id) throws IOException {
        return CLUSTER.http(through).get("/api/v1/nodes/" + id).good();
    }

    private static List<String> peers(String through) throws IOException {
        JsonNode peers = CLUSTER.http(through).get("/api/v1/peers").good();
        return StreamSupport.stream(peers.spliterator(), false)
                .map(peer -> peer.path("id").asText())
                .toList();
    }
}
