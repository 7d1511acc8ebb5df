package io.ams.web.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ams.raft.node.ExitCode;
import io.ams.testkit.FreePorts;
import io.ams.testkit.process.NodeHttp;
import io.ams.testkit.process.ServerProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node whose disk takes no more: it says so, ends, and has lost nothing that it acknowledged. */
class LogFailureIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** A little more than the log preallocates, so that it is the log that meets it. */
    private static final long LIMIT = 9_000_000;

    private static final String VALUE = "x".repeat(30_000);

    @TempDir
    Path directory;

    @Test
    void aNodeThatCannotWriteItsLogEndsAndKeepsWhatItAcknowledged() throws IOException {
        List<Integer> ports = FreePorts.take(3);
        List<String> options = List.of(
                "--id=n1",
                "--peers=n1=127.0.0.1:" + ports.get(0),
                "--http=127.0.0.1:" + ports.get(1),
                "--admin=127.0.0.1:" + ports.get(2),
                "--data=" + directory.resolve("n1"));
        NodeHttp http = NodeHttp.at(URI.create("http://127.0.0.1:" + ports.get(1)));
        long acknowledged = 0;
        ServerProcess process = ServerProcess.start(directory.resolve("n1.log"), options);
        try {
            awaitReady(http);
            process.limitFiles(LIMIT);
            while (put(http)) {
                acknowledged++;
            }
            assertThat(process.awaitExit(PATIENCE)).as(process.logEnd(20)).isEqualTo(ExitCode.LOG_FAILED.code());
            assertThat(process.log())
                    .anyMatch(line -> line.startsWith("ams: the Raft log could not be written")
                            && line.endsWith("(LOG_FAILED, exit code " + ExitCode.LOG_FAILED.code() + ")"));
        } finally {
            process.kill9();
        }
        assertThat(acknowledged).isPositive();

        ServerProcess again = ServerProcess.start(directory.resolve("n1-again.log"), options);
        try {
            awaitReady(http);
            // The put that was not answered may have been written or not.
            assertThat(http.get("/api/v1/settings/x.filler")
                            .good()
                            .path("version")
                            .asLong())
                    .isBetween(acknowledged, acknowledged + 1);
        } finally {
            again.kill9();
        }
    }

    private static boolean put(NodeHttp http) {
        try {
            return http.put("/api/v1/settings/x.filler", Map.of("value", VALUE)).status() == 200;
        } catch (IOException gone) {
            return false;
        }
    }

    private static void awaitReady(NodeHttp http) {
        await("the node to be ready").atMost(PATIENCE).until(() -> {
            try {
                return http.get("/readyz/write").status() == 200;
            } catch (IOException notYet) {
                return false;
            }
        });
    }
}
