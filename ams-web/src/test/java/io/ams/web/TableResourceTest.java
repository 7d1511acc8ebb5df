package io.ams.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.ams.proto.TableRow;
import io.ams.testkit.SoloReplica;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableResourceTest {
    private final Path data;
    private final SoloReplica replica = new SoloReplica();
    private final Scene scene =
            new Scene(replica).node("n2").buckets(SoloReplica.NODE_ID).namespace("ns");
    private Web web;

    TableResourceTest(@TempDir Path data) {
        this.data = data;
    }

    @BeforeEach
    void open() {
        web = Web.open(replica, data);
    }

    @AfterEach
    void close() {
        web.close();
    }

    @Test
    void aTableIsShownWithOwnerEpochAndVerdict() {
        TableRow row = scene.table("ns", "orders", 120);
        JsonNode table = web.get("/api/v1/tables/uuid-orders").json();
        assertThat(table.get("catalog").asText()).isEqualTo("default");
        assertThat(table.get("namespace").toString()).isEqualTo("[\"ns\"]");
        assertThat(table.get("name").asText()).isEqualTo("orders");
        assertThat(table.get("bucket").asInt()).isEqualTo(row.getBucket());
        assertThat(table.get("owner").asText()).isEqualTo("solo");
        assertThat(table.get("epoch").asLong()).isEqualTo(1);
        assertThat(table.get("health").asInt()).isEqualTo(40);
        assertThat(table.get("status").asText()).isEqualTo("PENDING");
        assertThat(table.get("reason").asText()).isEqualTo("files wait");
        assertThat(table.get("dataFiles").asLong()).isEqualTo(120);
        assertThat(table.get("deleteFiles").asLong()).isEqualTo(3);
        assertThat(table.get("backlogFiles").asLong()).isEqualTo(120);
        assertThat(table.get("bytes").asLong()).isEqualTo(7_000_000);
        assertThat(table.get("version").asLong()).isEqualTo(1);
        assertThat(table.has("runningProcess")).isFalse();
        assertThat(web.get("/api/v1/tables/by-name?name=ns.orders").json()).isEqualTo(table);
        assertThat(web.get("/api/v1/tables/by-name?catalog=default&name=ns%1Forders")
                        .json())
                .isEqualTo(table);
    }

    @Test
    void whatIsNotThereIsNotFound() {
        assertThat(web.get("/api/v1/tables/none").errorCode()).isEqualTo("TABLE_NOT_FOUND");
        assertThat(web.get("/api/v1/tables/by-name?name=ns.none").status()).isEqualTo(404);
        assertThat(web.get("/api/v1/tables/by-name?name=none").status()).isEqualTo(404);
        assertThat(web.get("/api/v1/tables/by-name?catalog=other&name=ns.orders")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void pagesTogetherAreTheWholeList() {
        for (int i = 10; i < 27; i++) {
            scene.table("ns", "t" + i, 0);
        }
        List<String> names = new ArrayList<>();
        String token = "";
        do {
            JsonNode page =
                    web.get("/api/v1/tables?pageSize=5&pageToken=" + token).json();
            assertThat(page.get("tables").size()).isLessThanOrEqualTo(5).isPositive();
            page.get("tables").forEach(table -> names.add(table.get("name").asText()));
            token = page.path("nextPageToken").asText();
        } while (!token.isEmpty());
        assertThat(names).hasSize(17).isSorted().doesNotHaveDuplicates();
        assertThat(web.get("/api/v1/tables?catalog=default")
                        .json()
                        .get("tables")
                        .size())
                .isEqualTo(17);
        assertThat(web.get("/api/v1/tables?catalog=defaul").body()).isEqualTo("{\"tables\":[]}");
    }

    @Test
    void aFullLastPageHasNoToken() {
        scene.table("ns", "a", 0);
        scene.table("ns", "b", 0);
        assertThat(web.get("/api/v1/tables?pageSize=2").json().has("nextPageToken"))
                .isFalse();
        assertThat(web.get("/api/v1/tables?pageSize=1").json().has("nextPageToken"))
                .isTrue();
    }

    @Test
    void badPagesAreRefused() {
        assertThat(web.get("/api/v1/tables?pageToken=garbage!").status()).isEqualTo(400);
        assertThat(web.get("/api/v1/tables?pageToken=AAAA").errorCode()).isEqualTo("BAD_REQUEST");
        assertThat(web.get("/api/v1/tables?pageSize=0").status()).isEqualTo(400);
        assertThat(web.get("/api/v1/tables?pageSize=many").status()).isEqualTo(400);
    }

    @Test
    void aMoveGivesTheBucketToTheOtherNodeWithTheNextEpoch() {
        TableRow row = scene.table("ns", "orders", 0);
        String path = "/api/v1/tables/" + row.getUuid() + "/move";
        JsonNode moved =
                web.post(path, "{\"to\":\"n2\"}", "Idempotency-Key", "m1").json();
        assertThat(moved.get("owner").asText()).isEqualTo("n2");
        assertThat(moved.get("epoch").asLong()).isEqualTo(2);
        JsonNode again =
                web.post(path, "{\"to\":\"n2\"}", "Idempotency-Key", "m1").json();
        assertThat(again).isEqualTo(moved);
    }

    @Test
    void aMoveWhoseResultCannotBeReadIsNotSaidToHaveFailed(@TempDir Path slow) {
        StandIn standIn = new StandIn();
        TableRow row = new Scene(standIn.solo)
                .node("n2")
                .buckets(SoloReplica.NODE_ID)
                .namespace("ns")
                .table("ns", "orders", 0);
        standIn.catchesUp = false;
        try (Web asked = Web.open(standIn, slow)) {
            String path = "/api/v1/tables/" + row.getUuid();
            assertThat(asked.post(path + "/move", "{\"to\":\"n2\"}").errorCode())
                    .isEqualTo("OUTCOME_UNKNOWN");
            assertThat(asked.get(path).json().get("owner").asText()).isEqualTo("n2");
        }
    }

    @Test
    void aMoveIsRefusedToWhoCannotTakeIt() {
        TableRow row = scene.table("ns", "orders", 0);
        String path = "/api/v1/tables/" + row.getUuid() + "/move";
        assertThat(web.post(path, "{\"to\":\"n9\"}").errorCode()).isEqualTo("NODE_NOT_FOUND");
        assertThat(web.post(path, "{}").body()).contains("field to is missing");
        assertThat(web.post("/api/v1/tables/none/move", "{\"to\":\"n2\"}").errorCode())
                .isEqualTo("TABLE_NOT_FOUND");
        web.post("/api/v1/nodes/n2/drain", "");
        assertThat(web.post(path, "{\"to\":\"n2\"}").errorCode()).isEqualTo("NODE_NOT_ACTIVE");
    }
}
