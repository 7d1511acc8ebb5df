package io.ams.web;

import static io.ams.web.ShardScene.GROUPS;
import static io.ams.web.ShardScene.ORDERS;
import static io.ams.web.ShardScene.body;
import static io.ams.web.ShardScene.done;
import static io.ams.web.ShardScene.refused;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Groups of shards as the API makes, shows, changes and drops them. */
class ShardGroupResourceTest {
    private static ShardScene scene;

    @BeforeAll
    static void open(@TempDir Path folder) {
        scene = new ShardScene(folder);
    }

    @BeforeEach
    void renew() {
        scene.renew();
    }

    @AfterAll
    static void close() {
        scene.close();
    }

    /** Makes the group, with what else is said of it. */
    private static String make(String more) {
        return body("{'name':'orders','table':'ns." + scene.table() + "'" + more + "}");
    }

    @Test
    void aGroupIsMadeShownAndListed() {
        Web.Answer made = scene.web.post(GROUPS, make(",'mode':'optimistic','policies':{'rename':'never'}"));
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        assertThat(made.header("X-AMS-Index")).isNotEmpty();
        JsonNode group = made.json();
        assertThat(group.at("/group/table").asText()).isEqualTo("default.ns." + scene.table());
        assertThat(group.at("/group/mode").asText()).isEqualTo("optimistic");
        assertThat(group.at("/policies/rename").asText()).isEqualTo("never");
        assertThat(group.at("/policies/drop").asText()).isEqualTo("delete");
        assertThat(group.at("/columns/0/name").asText()).isEqualTo("id");
        assertThat(group.at("/columns/0/required").asBoolean()).isTrue();
        assertThat(group.get("shards")).isEmpty();
        assertThat(done(scene.web.get(ORDERS))).isEqualTo(group);
        assertThat(done(scene.web.get(GROUPS)).get(0)).isEqualTo(group.get("group"));
    }

    @Test
    void aGroupWithoutAModeTakesTheSetting() {
        done(scene.web.put("/api/v1/settings/ddl.default-mode", body("{'value':'strict-optimistic'}")));
        assertThat(done(scene.web.post(GROUPS, make(""))).at("/group/mode").asText())
                .isEqualTo("strict-optimistic");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}|400|BAD_REQUEST",
                "{'name':'g'}|400|BAD_REQUEST",
                "{'name':'g','table':'orders'}|400|BAD_REQUEST",
                "{'name':'g','table':'ns..orders'}|400|BAD_REQUEST",
                "{'name':'a b','table':'ns.FREE'}|400|BAD_REQUEST",
                "{'name':'g','table':'ns.FREE','mode':'hopeful'}|400|BAD_REQUEST",
                "{'name':'g','table':'ns.FREE','policies':{'drop':'maybe'}}|400|BAD_REQUEST",
                "{'name':'g','table':'ns.FREE','policies':{'rename':'last'}}|400|BAD_REQUEST",
                "{'name':'g','table':'ns.FREE','policies':{'readd':'no'}}|400|BAD_REQUEST",
                "{'name':'g','table':'ns.FREE','colour':'red'}|400|BAD_REQUEST",
                "{'name':'g','table':'ns.nothing'}|404|TABLE_NOT_FOUND",
                "{'name':'g','table':'ns.FREE','catalog':'other'}|404|CATALOG_NOT_FOUND",
                "{'name':'g','table':'ns.TAKEN'}|409|DDL_TARGET_TAKEN",
                "{'name':'orders','table':'ns.FREE'}|409|DDL_GROUP_EXISTS",
            })
    void whatCannotBeMadeIsRefused(String sent, int status, String code) {
        String taken = scene.table();
        scene.group("optimistic");
        scene.table("free" + taken);
        String named = sent.replace("TAKEN", taken).replace("FREE", "free" + taken);
        refused(scene.web.post(GROUPS, body(named)), status, code);
    }

    @Test
    void aBodyIsNeeded() {
        scene.group("optimistic");
        refused(scene.web.post(GROUPS, ""), 400, "BAD_REQUEST");
        refused(scene.web.send("PATCH", ORDERS, ""), 400, "BAD_REQUEST");
    }

    @Test
    void aKeyMakesOnceAndIsForOneRequest() {
        JsonNode first = done(scene.web.post(GROUPS, make(""), "Idempotency-Key", "k"));
        assertThat(done(scene.web.post(GROUPS, make(""), "Idempotency-Key", "k")))
                .isEqualTo(first);
        refused(scene.web.post(GROUPS, make("")), 409, "DDL_GROUP_EXISTS");
        String other = make(",'mode':'optimistic'");
        refused(scene.web.post(GROUPS, other, "Idempotency-Key", "k"), 422, "IDEMPOTENCY_KEY_REUSED");
        scene.web.delete(ORDERS);
        refused(scene.web.post(GROUPS, make(""), "Idempotency-Key", "k"), 404, "DDL_GROUP_NOT_FOUND");
    }

    @Test
    void whatIsNotThereIsSaid() {
        refused(scene.web.get(ORDERS), 404, "DDL_GROUP_NOT_FOUND");
        refused(scene.web.delete(ORDERS), 404, "DDL_GROUP_NOT_FOUND");
        refused(scene.web.post(ORDERS + "/retry", ""), 404, "DDL_GROUP_NOT_FOUND");
        refused(scene.web.send("PATCH", ORDERS, body("{'mode':'optimistic'}")), 404, "DDL_GROUP_NOT_FOUND");
    }

    @Test
    void shardsComePageByPage() {
        scene.group("optimistic");
        for (int i = 0; i < 5; i++) {
            scene.joined("s" + i, "");
        }
        List<String> seen = new ArrayList<>();
        String token = "";
        int pages = 0;
        do {
            JsonNode page = done(scene.web.get(ORDERS + "?pageSize=2&pageToken=" + token));
            page.get("shards").forEach(shard -> seen.add(shard.get("shard").asText()));
            token = page.path("nextPageToken").asText("");
            pages++;
        } while (!token.isEmpty());
        assertThat(seen).containsExactly("s0", "s1", "s2", "s3", "s4");
        assertThat(pages).isEqualTo(3);
        assertThat(done(scene.web.get(ORDERS + "?pageSize=5")).has("nextPageToken"))
                .isFalse();
        assertThat(done(scene.web.get(ORDERS + "?pageToken=s4")).get("shards")).isEmpty();
        for (String query : List.of("pageSize=0", "pageSize=many", "pageSize=-1", "columns=maybe")) {
            refused(scene.web.get(ORDERS + "?" + query), 400, "BAD_REQUEST");
        }
    }

    @Test
    void withColumnsEachShardSaysWhatItHas() {
        done(scene.web.post(GROUPS, make(",'mode':'optimistic','policies':{'rename':'never'}")));
        scene.joined("a", ", name VARCHAR(9), price INT").joined("b", ", name VARCHAR(9)");
        scene.announced("b", 1, "RENAME COLUMN name TO title");
        scene.announced("b", 2, "ADD COLUMN price VARCHAR(9)");
        done(scene.web.post(ShardScene.shard("b") + "/resolve", body("{'verb':'skip'}")));

        assertThat(done(scene.web.get(ORDERS)).at("/shards/0").has("cells")).isFalse();
        JsonNode group = done(scene.web.get(ORDERS + "?columns=true"));
        JsonNode a = group.at("/shards/0/cells");
        JsonNode b = group.at("/shards/1/cells");
        assertThat(ids(a.get("same"))).containsExactly(id(group, "id"), id(group, "name"), id(group, "price"));
        assertThat(a.get("others")).isEmpty();
        assertThat(ids(b.get("same"))).containsExactly(id(group, "id"));
        assertThat(b.at("/others/0/column/0").asText()).isEqualTo("title");
        assertThat(b.at("/others/0/fieldId").asInt()).isEqualTo(id(group, "name"));
        assertThat(b.at("/others/0/cast").asBoolean()).isFalse();
        assertThat(b.at("/others/1/column/0").asText()).isEqualTo("price");
        assertThat(b.at("/others/1/cast").asBoolean()).isTrue();
        scene.joined("c", "");
        JsonNode c = done(scene.web.get(ORDERS + "?columns=true&pageToken=b")).at("/shards/0/cells");
        assertThat(ids(c.get("same"))).containsExactly(id(group, "id"));
        assertThat(c.get("fills")).as("NULL is not said").isEmpty();
    }

    private static int id(JsonNode group, String column) {
        for (JsonNode field : group.get("columns")) {
            if (field.get("name").asText().equals(column)) {
                return field.get("id").asInt();
            }
        }
        throw new AssertionError("no column " + column + ": " + group);
    }

    private static List<Integer> ids(JsonNode list) {
        List<Integer> ids = new ArrayList<>();
        list.forEach(id -> ids.add(id.asInt()));
        return ids;
    }

    @Test
    void aBarrierNamesWhoCameAndWhoIsMissing() {
        scene.group("pessimistic");
        for (int i = 0; i < 9; i++) {
            scene.joined("s" + i, "");
        }
        scene.announced("s3", 1, "ADD COLUMN x INT");
        JsonNode group = done(scene.web.get(ORDERS));
        assertThat(group.at("/barriers/0/came/0").asText()).isEqualTo("s3");
        assertThat(group.at("/barriers/0/came")).hasSize(1);
        assertThat(group.at("/barriers/0/missing")).hasSize(8);
        assertThat(group.at("/group/waiting").asInt()).isEqualTo(1);
        assertThat(group.at("/group/blocked").asInt()).isZero();
        assertThat(group.at("/group/oldestBarrierSinceMillis")).isEqualTo(group.at("/barriers/0/sinceMillis"));
        assertThat(group.get("group").has("oldestConflictSinceMillis")).isFalse();
        assertThat(group.at("/shards/3/waitingFor").asText()).isEqualTo("shards s0, s1, s2, s4, s5 and 3 others");
        assertThat(group.at("/shards/3/pending/0/waitingFor")).hasSize(8);
        done(scene.web.delete(ShardScene.shard("s8")));
        done(scene.web.delete(ShardScene.shard("s7")));
        assertThat(done(scene.web.get(ORDERS)).at("/shards/3/waitingFor").asText())
                .isEqualTo("shards s0, s1, s2, s4, s5 and 1 other");
        scene.announced("s4", 1, "ADD COLUMN y INT");
        JsonNode mismatch = done(scene.web.get(ORDERS));
        assertThat(mismatch.at("/group/blocked").asInt()).isEqualTo(1);
        assertThat(mismatch.at("/conflicts/0/kind").asText()).isEqualTo("MISMATCH");
        assertThat(mismatch.at("/group/oldestConflictSinceMillis")).isEqualTo(mismatch.at("/conflicts/0/sinceMillis"));
        assertThat(mismatch.at("/shards/4/waitingFor").asText()).isEqualTo("somebody to resolve conflict 1");
    }

    @Test
    void modeAndPoliciesChangeWhileNothingWaits() {
        scene.group("optimistic").joined("a", ", x INT").joined("b", "");
        JsonNode changed = done(scene.web.send(
                "PATCH", ORDERS, body("{'mode':'pessimistic','policies':{'drop':'retain','dateToTimestamp':true}}")));
        assertThat(changed.at("/group/mode").asText()).isEqualTo("pessimistic");
        assertThat(changed.at("/policies/drop").asText()).isEqualTo("retain");
        assertThat(changed.at("/policies/dateToTimestamp").asBoolean()).isTrue();
        JsonNode modeAlone = done(scene.web.send("PATCH", ORDERS, body("{'mode':'optimistic'}")));
        assertThat(modeAlone.get("policies")).as("what is not named stays").isEqualTo(changed.get("policies"));
        JsonNode oneAlone = done(scene.web.send("PATCH", ORDERS, body("{'policies':{'rename':'never'}}")));
        assertThat(oneAlone.at("/policies").toString())
                .isEqualTo(body("{'drop':'retain','rename':'never','readd':'conflict','dateToTimestamp':true}"));
        JsonNode again = done(scene.web.send("PATCH", ORDERS, body("{'policies':{'drop':'retain'}}")));
        assertThat(again.at("/group/version")).as("nothing changes").isEqualTo(oneAlone.at("/group/version"));
        long version = again.at("/group/version").asLong();
        assertThat(done(scene.web.send("PATCH", ORDERS, "{}"))
                        .at("/group/version")
                        .asLong())
                .as("nothing changed")
                .isEqualTo(version);
        refused(scene.web.send("PATCH", ORDERS, body("{'mode':'hopeful'}")), 400, "BAD_REQUEST");
        scene.announced("b", 1, "ADD COLUMN x VARCHAR(9)");
        refused(scene.web.send("PATCH", ORDERS, body("{'mode':'pessimistic'}")), 409, "DDL_PENDING");
    }

    @Test
    void aDroppedGroupLeavesTheTable() {
        scene.group("optimistic").joined("a", ", x INT");
        Web.Answer dropped = scene.web.delete(ORDERS);
        assertThat(dropped.status()).isEqualTo(204);
        assertThat(done(scene.web.get(GROUPS))).isEmpty();
        assertThat(done(scene.web.post(GROUPS, make(""))).at("/columns/1/name").asText())
                .isEqualTo("x");
    }

    @Test
    void retryAnswersWithTheGroup() {
        scene.group("optimistic").joined("a", ", x INT").joined("b", "");
        scene.announced("b", 1, "ADD COLUMN x VARCHAR(9)");
        JsonNode group = done(scene.web.post(ORDERS + "/retry", ""));
        assertThat(group.at("/group/pending").asInt()).isEqualTo(1);
    }

    @Test
    void withoutItsTableAGroupOnlyShows() {
        scene.group("optimistic").joined("a", "");
        scene.dropTable(scene.table());
        assertThat(done(scene.web.get(ORDERS)).at("/group").has("table")).isFalse();
        refused(scene.announce("a", 1, "ADD COLUMN x INT"), 409, "DDL_TARGET_GONE");
        refused(scene.web.put(ShardScene.shard("b"), ShardScene.createTable("")), 409, "DDL_TARGET_GONE");
        refused(scene.web.post(ORDERS + "/shards/a/resolve", body("{'verb':'skip'}")), 409, "DDL_TARGET_GONE");
        assertThat(scene.web.delete(ORDERS).status()).isEqualTo(204);
    }

    @Test
    void shardsLeaveAGroupWithoutATableWhateverTheyDropped() {
        scene.group("optimistic").joined("a", ", x INT, y INT").joined("b", ", x INT, y INT");
        scene.announced("a", 1, "DROP COLUMN x");
        scene.announced("a", 2, "MODIFY y VARCHAR(9)");
        scene.dropTable(scene.table());
        JsonNode detached = done(scene.web.post(ORDERS + "/shards/b/resolve", body("{'verb':'detach'}")));
        assertThat(detached.at("/verdict").asText()).isEqualTo("APPLIED");
        assertThat(scene.web.delete(ORDERS + "/shards/a").status()).isEqualTo(200);
        assertThat(done(scene.web.get(ORDERS)).at("/shards").findValuesAsText("state"))
                .containsOnly("LEFT");
        assertThat(scene.web.delete(ORDERS).status()).isEqualTo(204);
    }

    @Test
    void everyChangeNeedsTheToken(@TempDir Path guarded) throws IOException {
        AmsWebSettings settings =
                AmsWebSettings.of("solo", "127.0.0.1", 0, guarded).withToken(true);
        try (ShardScene closed = new ShardScene(guarded, settings)) {
            String sent = body("{'name':'orders','table':'ns.orders'}");
            refused(closed.web.post(GROUPS, sent), 401, "UNAUTHENTICATED");
            String token = Files.readString(guarded.resolve("admin.token")).strip();
            assertThat(closed.web
                            .post(GROUPS, sent, "Authorization", "Bearer " + token)
                            .status())
                    .isEqualTo(201);
            for (String change :
                    List.of("/retry", "/shards/a/resolve", "/shards/a/announcements", "/shards/a/rebind")) {
                refused(closed.web.post(ORDERS + change, "{}"), 401, "UNAUTHENTICATED");
            }
            refused(closed.web.put(ORDERS + "/shards/a", "{}"), 401, "UNAUTHENTICATED");
            refused(closed.web.delete(ORDERS + "/shards/a"), 401, "UNAUTHENTICATED");
            refused(closed.web.delete(ORDERS), 401, "UNAUTHENTICATED");
            refused(closed.web.send("PATCH", ORDERS, "{}"), 401, "UNAUTHENTICATED");
            assertThat(closed.web.get(ORDERS).status()).isEqualTo(200);
        }
    }
}
