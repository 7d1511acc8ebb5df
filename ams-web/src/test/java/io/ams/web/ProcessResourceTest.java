package io.ams.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.ams.op.Operations;
import io.ams.proto.TableRow;
import io.ams.proto.TaskLease;
import io.ams.testkit.SoloReplica;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessResourceTest {
    private final Path data;
    private final SoloReplica replica = new SoloReplica();
    private final Scene scene =
            new Scene(replica).buckets(SoloReplica.NODE_ID).namespace("ns").worker("w1");
    private final TableRow table = scene.table("ns", "orders", 120);
    private Web web;

    ProcessResourceTest(@TempDir Path data) {
        this.data = data;
    }

    @BeforeEach
    void open() {
        scene.process(table, "p1");
        web = Web.open(replica, data);
    }

    @AfterEach
    void close() {
        web.close();
    }

    @Test
    void aRunningProcessAndItsTasksAreShown() {
        lease();
        JsonNode process = web.get("/api/v1/processes").json().get(0);
        assertThat(process.get("id").asText()).isEqualTo("p1");
        assertThat(process.get("table").asText()).isEqualTo("default.ns.orders");
        assertThat(process.get("kind").asText()).isEqualTo("MINOR");
        assertThat(process.get("state").asText()).isEqualTo("RUNNING");
        assertThat(process.get("tasks").asInt()).isEqualTo(2);
        assertThat(process.get("inputFiles").asInt()).isEqualTo(120);
        assertThat(process.get("plannedBy").asText()).isEqualTo("solo");
        assertThat(process.has("endedAtMillis")).isFalse();
        JsonNode tasks = web.get("/api/v1/processes/p1/tasks").json();
        assertThat(tasks.findValuesAsText("state")).containsExactly("LEASED", "PENDING");
        assertThat(tasks.get(0).get("worker").asText()).isEqualTo("w1");
        assertThat(tasks.get(1).has("worker")).isFalse();
        assertThat(web.get("/api/v1/tables/" + table.getUuid())
                        .json()
                        .get("runningProcess")
                        .asText())
                .isEqualTo("p1");
    }

    @Test
    void aCanceledProcessIsHistory() {
        JsonNode canceled = web.post("/api/v1/processes/p1/cancel", "", "Idempotency-Key", "c1")
                .json();
        assertThat(canceled.get("state").asText()).isEqualTo("CANCELED");
        assertThat(canceled.get("failure").asText()).isEqualTo("canceled by hand");
        assertThat(web.post("/api/v1/processes/p1/cancel", "", "Idempotency-Key", "c1")
                        .json())
                .isEqualTo(canceled);
        assertThat(web.post("/api/v1/processes/p1/cancel", "").errorCode()).isEqualTo("PROCESS_ENDED");
        assertThat(web.get("/api/v1/processes").body()).isEqualTo("[]");
        assertThat(web.get("/api/v1/processes/p1/tasks").errorCode()).isEqualTo("PROCESS_NOT_FOUND");
        scene.process(scene.row(table.getUuid()), "p2");
        String history = "/api/v1/tables/" + table.getUuid() + "/processes";
        assertThat(web.get(history).json().findValuesAsText("id")).containsExactly("p2", "p1");
        assertThat(web.get(history + "?limit=1").json().findValuesAsText("id")).containsExactly("p2");
        assertThat(web.get(history + "?limit=-1").status()).isEqualTo(400);
    }

    @Test
    void whatIsNotThereIsNotFound() {
        assertThat(web.post("/api/v1/processes/none/cancel", "").errorCode()).isEqualTo("PROCESS_NOT_FOUND");
        assertThat(web.get("/api/v1/tables/none/processes").errorCode()).isEqualTo("TABLE_NOT_FOUND");
    }

    @Test
    void groupsAndWorkersAreShownWithTheirWork() {
        lease();
        JsonNode group = web.get("/api/v1/groups").json().get(0);
        assertThat(group.get("name").asText()).isEqualTo("default");
        assertThat(group.get("workers").asInt()).isEqualTo(1);
        assertThat(group.get("threads").asInt()).isEqualTo(2);
        assertThat(group.get("waitingTasks").asInt()).isEqualTo(1);
        JsonNode worker = web.get("/api/v1/workers").json().get(0);
        assertThat(worker.get("id").asText()).isEqualTo("w1");
        assertThat(worker.get("kind").asText()).isEqualTo("process");
        assertThat(worker.get("runningTasks").asInt()).isEqualTo(1);
        assertThat(worker.get("lastSeenMillis").asLong()).isPositive();
    }

    @Test
    void aGroupIsPut() {
        JsonNode group = web.put("/api/v1/groups/night", "{\"properties\":{\"b\":\"2\",\"a\":\"1\"}}")
                .json();
        assertThat(group.toString())
                .isEqualTo("{\"name\":\"night\",\"properties\":{\"a\":\"1\",\"b\":\"2\"},"
                        + "\"workers\":0,\"threads\":0,\"waitingTasks\":0}");
        assertThat(web.put("/api/v1/groups/" + "n".repeat(300), "{}").status()).isEqualTo(400);
    }

    private void lease() {
        scene.submit(
                Operations.TASK_LEASE,
                TaskLease.newBuilder()
                        .setWorker("w1")
                        .setMax(1)
                        .setLeaseMillis(60_000)
                        .build());
    }
}
