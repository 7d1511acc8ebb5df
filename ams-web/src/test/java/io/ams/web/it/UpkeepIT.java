package io.ams.web.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.ams.testkit.process.NodeHttp;
import io.ams.testkit.process.ProcessCluster;
import io.ams.web.cli.demo.DemoTable;
import io.ams.web.it.HeldWorker.Run;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class UpkeepIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int FILES = 100;
    private static final int FEWER_FILES = 40;
    private static final int LATEST_KILL_MILLIS = 2_000;

    @RegisterExtension
    static final ProcessCluster CLUSTER = ProcessCluster.of(3);

    @Test
    void smallFilesAreCompactedOnceThoughTheOwnerIsKilledMeanwhile() throws Exception {
        long seed = System.nanoTime();
        int delay = new Random(seed).nextInt(LATEST_KILL_MILLIS);
        System.out.println("upkeep: seed " + seed + ", the owner is killed " + delay + " ms after the last commit");
        CLUSTER.http("n1")
                .put("/api/v1/settings/worker.lost-after-millis", Map.of("value", "4000"))
                .good();
        SmallFiles table = SmallFiles.write(CLUSTER.url("n1"), "killed", "default", FILES);
        String owner = table.look(CLUSTER.http("n1")).path("owner").asText();
        CompletableFuture.runAsync(
                        () -> CLUSTER.kill9(owner), CompletableFuture.delayedExecutor(delay, TimeUnit.MILLISECONDS))
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);

        NodeHttp left = CLUSTER.http(CLUSTER.others().get(0));
        JsonNode process = table.awaitUpkeep(left);
        System.out.println("upkeep: " + process);
        CLUSTER.restart(owner);
        CLUSTER.awaitReady(owner);
        table.assertCompactedOnce(CLUSTER.http(owner), process);
        CLUSTER.http("n1").delete("/api/v1/settings/worker.lost-after-millis").good();
    }

    @Test
    void aMoveWithATaskRunningLosesAndRepeatsNothing() throws IOException {
        moveWhileRunning("moved", (owner, table) -> {
            String to = CLUSTER.others(owner).get(0);
            JsonNode moved = AmsCommand.run(CLUSTER.url(owner), "table", "move", table, "--to", to);
            assertThat(moved.path("owner").asText()).isEqualTo(to);
        });
    }

    @Test
    void aDrainWithATaskRunningLosesAndRepeatsNothing() throws IOException {
        String drained = moveWhileRunning(
                "drained", (owner, table) -> AmsCommand.run(CLUSTER.url(owner), "node", "drain", owner));
        assertThat(CLUSTER.http("n1")
                        .get("/api/v1/nodes/" + drained)
                        .good()
                        .path("buckets")
                        .asInt())
                .isZero();
        CLUSTER.http(drained)
                .post("/api/v1/nodes/" + drained + "/undrain", Map.of())
                .good();
        await("buckets of " + drained)
                .atMost(PATIENCE)
                .until(() -> CLUSTER.http("n1")
                                .get("/api/v1/nodes/" + drained)
                                .good()
                                .path("buckets")
                                .asInt()
                        > 0);
    }

    private interface Move {
        void move(String owner, String table) throws IOException;
    }

    /** Returns the former owner. */
    private static String moveWhileRunning(String name, Move move) throws IOException {
        SmallFiles.group(CLUSTER, "n1", name);
        SmallFiles table = SmallFiles.write(CLUSTER.url("n1"), name, name, FEWER_FILES);
        JsonNode before = table.look(CLUSTER.http("n1"));
        String owner = before.path("owner").asText();
        try (HeldWorker worker = new HeldWorker(name, 1, CLUSTER.url(owner))) {
            await("a task runs").atMost(PATIENCE).until(() -> !worker.runs().isEmpty());
            move.move(owner, DemoTable.fullName(name));
            JsonNode after = await("another owner")
                    .atMost(PATIENCE)
                    .until(
                            () -> table.look(CLUSTER.http(owner)),
                            look -> !look.path("owner").asText().equals(owner));
            assertThat(after.path("epoch").asLong())
                    .isGreaterThan(before.path("epoch").asLong());

            worker.release();
            JsonNode process = table.awaitUpkeep(CLUSTER.http(owner));
            String id = process.path("id").asText();
            assertThat(process.path("plannedBy").asText()).isEqualTo(owner);
            assertThat(process.path("plannedEpoch")).isEqualTo(before.path("epoch"));
            int tasks = process.path("tasks").asInt();
            assertThat(worker.runs().stream().map(Run::number)).hasSize(tasks).doesNotHaveDuplicates();
            assertThat(worker.runs()).allSatisfy(run -> assertThat(run).isEqualTo(new Run(id, run.number(), 1)));
            assertThat(worker.handedIn())
                    .hasSize(tasks)
                    .allSatisfy(done ->
                            assertThat(done.node()).isEqualTo(CLUSTER.url(owner).toString()));
            // Logs are written a little later than what they tell happens.
            await("the committer's log")
                    .atMost(PATIENCE)
                    .until(() -> !committers(id).isEmpty());
            assertThat(committers(id)).containsExactly(after.path("owner").asText());
            table.assertCompactedOnce(CLUSTER.http(owner), process);
        }
        return owner;
    }

    /** The nodes whose logs say that they committed the process. */
    private static List<String> committers(String process) {
        return CLUSTER.others().stream()
                .filter(id -> CLUSTER.log(id).stream()
                        .anyMatch(line -> line.contains("process " + process) && line.contains(" is committed")))
                .toList();
    }
}
