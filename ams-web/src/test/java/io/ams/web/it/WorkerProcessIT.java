package io.ams.web.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.ams.testkit.process.NodeHttp;
import io.ams.testkit.process.ProcessCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/ams-optimizer.sh}: workers as processes of their own. */
class WorkerProcessIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String GROUP = "apart";
    private static final int FILES = 30;

    @RegisterExtension
    static final ProcessCluster CLUSTER = ProcessCluster.of(1);

    @TempDir
    Path directory;

    @Test
    void whatAWorkerWasKilledOverAnotherDoesAgainAndOnce() throws Exception {
        NodeHttp node = CLUSTER.http("n1");
        node.put("/api/v1/settings/worker.lost-after-millis", Map.of("value", "3000"))
                .good();
        SmallFiles.group(CLUSTER, "n1", GROUP);
        SmallFiles table = SmallFiles.write(CLUSTER.url("n1"), "apart", GROUP, FILES);
        String process = await("a plan")
                .atMost(PATIENCE)
                .until(() -> table.processes(node), planned -> !planned.isEmpty())
                .get(0)
                .path("id")
                .asText();

        // A worker that has just started takes some seconds over its first task: it loads all that reads and writes
        // files.
        Process killed = worker("killed");
        try {
            await("a task in work")
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> tasks(node, process).stream()
                            .anyMatch(task -> task.path("state").asText().equals("LEASED")));
        } finally {
            killed.destroyForcibly();
        }
        assertThat(killed.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        List<JsonNode> leased = tasks(node, process).stream()
                .filter(task -> task.path("state").asText().equals("LEASED"))
                .toList();
        assertThat(leased).as("tasks that the killed worker held").isNotEmpty();

        Process second = worker("second");
        try {
            // Tasks are rows as long as their process runs.
            await("the tasks of the killed worker to be in work again")
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> areAgainInWork(leased, tasks(node, process)));
            table.assertCompactedOnce(node, table.awaitUpkeep(node));
        } finally {
            second.destroy();
        }
        assertThat(second.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        await("the workers to be gone")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(node.get("/api/v1/workers").good())
                        .noneMatch(worker -> worker.path("group").asText().equals(GROUP)));
    }

    private Process worker(String name) throws IOException {
        return BinScript.named("ams-optimizer.sh")
                .with("AMS_HEAP", "256m")
                .start(
                        directory.resolve(name + ".out"),
                        directory.resolve(name + ".err"),
                        "--url",
                        CLUSTER.url("n1").toString(),
                        "--group",
                        GROUP);
    }

    /** Whether each of these is with the next worker, or done by it. */
    private static boolean areAgainInWork(List<JsonNode> held, List<JsonNode> now) {
        return held.stream()
                .allMatch(before -> now.stream()
                        .anyMatch(task -> task.path("number").equals(before.path("number"))
                                && task.path("attempt").asInt() == 2));
    }

    private static List<JsonNode> tasks(NodeHttp node, String process) throws IOException {
        JsonNode tasks = node.get("/api/v1/processes/" + process + "/tasks").good();
        return StreamSupport.stream(tasks.spliterator(), false).toList();
    }
}
