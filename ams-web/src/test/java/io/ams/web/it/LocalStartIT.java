package io.ams.web.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.ams.testkit.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first commands of the README, as they stand there but for ports and folder. */
class LocalStartIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int NODES = 3;
    /** Admin ports lie so far above those of the API. */
    private static final int ADMIN = 1000;
    /** So few that one compaction takes them all. */
    private static final String FILES = "13";

    @TempDir
    Path data;

    private int http;
    private int raft;

    @BeforeEach
    void ports() {
        http = FreePorts.row(2 * NODES, ADMIN);
        raft = http + NODES;
    }

    private BinScript script(String name) {
        return BinScript.named(name)
                .with("AMS_DATA", data.toString())
                .with("AMS_HTTP_PORT", String.valueOf(http))
                .with("AMS_RAFT_PORT", String.valueOf(raft));
    }

    private BinScript.Finished start() throws IOException {
        return script("ams-start.sh")
                .run(PATIENCE, "--local", String.valueOf(NODES))
                .succeeded();
    }

    private URI url(int node) {
        return URI.create("http://127.0.0.1:" + (http + node - 1));
    }

    private long pid(String node) throws IOException {
        return Long.parseLong(
                Files.readString(data.resolve(node).resolve("ams.pid")).strip());
    }

    @AfterEach
    void nothingIsLeftRunning() throws IOException {
        for (int node = 1; node <= NODES; node++) {
            Path file = data.resolve("n" + node).resolve("ams.pid");
            if (Files.exists(file)) {
                ProcessHandle.of(pid("n" + node)).ifPresent(ProcessHandle::destroyForcibly);
            }
        }
    }

    @Test
    void threeNodesStartShowTheDemoSurviveAKillAndStop() throws Exception {
        String started = start().out();
        for (int node = 1; node <= NODES; node++) {
            assertThat(started).contains("node n" + node + " is ready: " + url(node));
        }

        JsonNode demo = AmsCommand.run(url(2), "demo", "--files", FILES);
        assertThat(demo.path("filesBefore").asText()).isEqualTo(FILES);
        assertThat(demo.path("filesAfter").asInt())
                .isLessThan(demo.path("filesBefore").asInt());
        assertThat(demo.path("rowsEqual").asBoolean()).isTrue();

        ProcessHandle killed = ProcessHandle.of(pid("n1")).orElseThrow();
        assertThat(killed.destroyForcibly()).isTrue();
        killed.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        JsonNode table =
                AmsCommand.run(url(3), "table", "show", demo.path("table").asText());
        assertThat(table.path("table").path("dataFiles").asInt())
                .isEqualTo(demo.path("filesAfter").asInt());
        assertThat(start().out()).contains("node n2 runs already", "node n1 is ready: " + url(1));
        assertThat(AmsCommand.run(url(1), "status").path("nodes")).hasSize(NODES);

        List<Long> pids = List.of(pid("n1"), pid("n2"), pid("n3"));
        assertThat(script("ams-stop.sh").run(PATIENCE, "--all").succeeded().out())
                .contains("stopped n1", "stopped n2", "stopped n3");
        // Whoever adopted them has to take note of their end first.
        await("no process")
                .atMost(PATIENCE)
                .until(() ->
                        pids.stream().noneMatch(pid -> ProcessHandle.of(pid).isPresent()));
    }
}
