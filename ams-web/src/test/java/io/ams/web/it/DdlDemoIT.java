package io.ams.web.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ams.testkit.FreePorts;
import io.ams.testkit.process.NodeHttp;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Eight drifting shards write real rows in both modes while the leader is killed and started again, by the commands of the README. */
class DdlDemoIT {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int NODES = 3;
    private static final int ADMIN = 1000;

    @TempDir
    Path data;

    private int http;

    @BeforeEach
    void start() throws IOException {
        http = FreePorts.row(2 * NODES, ADMIN);
        script("ams-start.sh").run(PATIENCE, "--local", String.valueOf(NODES)).succeeded();
    }

    private BinScript script(String name) {
        return BinScript.named(name)
                .with("AMS_DATA", data.toString())
                .with("AMS_HTTP_PORT", String.valueOf(http))
                .with("AMS_RAFT_PORT", String.valueOf(http + NODES));
    }

    @AfterEach
    void nothingIsLeftRunning() throws IOException {
        for (int node = 1; node <= NODES; node++) {
            Path file = data.resolve("n" + node).resolve("ams.pid");
            if (Files.exists(file)) {
                ProcessHandle.of(Long.parseLong(Files.readString(file).strip()))
                        .ifPresent(ProcessHandle::destroyForcibly);
            }
        }
    }

    @Test
    void everyRowReadsAsItsShardShowsIt() throws IOException {
        URI node = URI.create("http://127.0.0.1:" + http);

        BinScript.Finished finished = script("ams")
                .with("AMS_URL", node.toString())
                .run(PATIENCE, "demo", "--ddl", "--rows", "5", "--seed", "11", "--json")
                .succeeded();

        JsonNode told = new ObjectMapper().readTree(finished.out());
        assertThat(finished.err()).contains("was killed (kill -9) and started again");
        assertThat(told.path("rows").asInt()).isGreaterThan(500);
        assertThat(told.path("different").asInt()).isZero();
        JsonNode decided = told.path("decided");
        assertThat(decided.path("resolved with new-field").asInt()).isEqualTo(1);
        assertThat(decided.path("WAITING").asInt()).isPositive();
        assertThat(decided.path("DEFER").asInt()).isPositive();
        // It may be the one that was killed.
        NodeHttp restarted = NodeHttp.at(node);
        await("node n1 can read")
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> restarted.get("/readyz/read").status() == 200);
        JsonNode group = AmsCommand.run(node, "ddl", "show", told.path("group").asText());
        assertThat(group.at("/group/mode").asText()).isEqualTo("pessimistic");
        assertThat(group.at("/group/pending").asInt()).isZero();
        assertThat(group.path("conflicts")).isEmpty();
    }
}
