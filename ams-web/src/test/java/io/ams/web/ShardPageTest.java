package io.ams.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of shards shows groups as they are, and its buttons end what waits. */
class ShardPageTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static ShardScene scene;

    @BeforeAll
    static void serve(@TempDir Path folder) {
        scene = new ShardScene(folder);
    }

    @AfterAll
    static void stop() {
        scene.close();
    }

    @BeforeEach
    void renew() {
        scene.renew();
    }

    private static ScriptedPage page() {
        return ScriptedPage.open(scene.web, "/ddl", "#orders");
    }

    /** Two shards that go on, and one in conflict. */
    private static void conflict() {
        scene.group("optimistic").joined("a", "").joined("b", "");
        scene.announced("a", 1, "ADD COLUMN x INT");
        scene.announced("b", 1, "ADD COLUMN x VARCHAR(9)");
    }

    @Test
    void withoutGroupsItSaysHowToMakeOne() {
        try (ScriptedPage page = ScriptedPage.open(scene.web, "/ddl", "")) {
            assertThat(page.text("groups")).contains("bin/ams ddl create");
            assertThat(page.isHidden("open")).isTrue();
        }
    }

    @Test
    void shardsAreRowsAndColumnsAreCells() {
        conflict();
        scene.joined("c", ", x BIGINT");
        scene.announced("c", 1, "RENAME COLUMN x TO y");
        try (ScriptedPage page = page()) {
            assertThat(page.rows("groups").get(1))
                    .startsWith("orders | default.ns." + scene.table() + " | optimistic | 3 | 0 | 1 | 1 | 1 |");
            assertThat(page.rows("shards"))
                    .satisfiesExactly(
                            head -> assertThat(head).endsWith("idlong · not null | ylong"),
                            a -> assertThat(a).startsWith("a | active").endsWith("✓ | x"),
                            b -> assertThat(b)
                                    .startsWith("b | blocked")
                                    .contains("somebody to resolve conflict 1")
                                    .endsWith("✓ | –"),
                            c -> assertThat(c).startsWith("c | active").endsWith("✓ | ✓"));
            page.type("filter", "Y");
            assertThat(page.rows("shards").get(0)).endsWith("Not stored | ylong");
            page.type("filter", "");
            page.check("differing");
            assertThat(page.rows("shards").get(0)).endsWith("Not stored | ylong");
        }
    }

    @Test
    void aConflictShowsBothSidesAndAVerbEndsIt() {
        conflict();
        try (ScriptedPage page = page()) {
            assertThat(page.text("conflicts"))
                    .contains("type", "x", "shard b, announcement 1", "The target", "int", "The shard", "string");
            assertThat(page.buttons("conflicts"))
                    .containsExactly("skip", "new-field", "replace", "set-schema", "detach");
            page.click("conflicts", "new-field");
            assertThat(page.isOpen("act")).isTrue();
            assertThat(page.text("act-title")).isEqualTo("new-field: shard b, announcement 1");
            assertThat(scene.web
                            .get(ShardScene.ORDERS)
                            .json()
                            .at("/group/conflicts")
                            .asInt())
                    .as("nothing is sent before it is asked again")
                    .isEqualTo(1);
            page.click("act-go", "new-field");
            assertThat(page.isOpen("act")).isFalse();
            assertThat(page.text("said")).contains("announcement 1 of shard b is decided", "x__2");
            assertThat(page.text("conflicts")).isEqualTo("Nothing is in conflict.");
            assertThat(page.rows("shards").get(0)).endsWith("xint | x__2string · to be x");
        }
        assertThat(scene.web
                        .get(ShardScene.ORDERS)
                        .json()
                        .at("/group/conflicts")
                        .asInt())
                .isZero();
    }

    @Test
    void whatIsTypedReplacesWhatWasAnnounced() {
        conflict();
        try (ScriptedPage page = page()) {
            page.click("conflicts", "replace");
            page.click("act-go", "replace");
            assertThat(page.text("act-refusal")).isEqualTo("replace needs a statement or JSON");
            page.type("act-text", "[{'op':");
            page.click("act-go", "replace");
            assertThat(page.text("act-refusal")).startsWith("this begins like JSON and is none");
            page.type("act-text", "ALTER TABLE o DROP COLUMN nothing");
            page.click("act-go", "replace");
            assertThat(page.text("act-refusal")).startsWith("DDL_CHANGE_INVALID: ");
            page.type("act-text", "ALTER TABLE o ADD COLUMN x INT");
            page.click("act-go", "replace");
            assertThat(page.isOpen("act")).isFalse();
            assertThat(page.rows("shards").get(2)).startsWith("b | active").endsWith("✓ | ✓");
        }
    }

    @Test
    void aBarrierSaysWhoIsMissingAndLetsThemBeDetached() {
        scene.group("pessimistic").joined("a", "").joined("b", "");
        scene.announced("a", 1, "ADD COLUMN x INT");
        try (ScriptedPage page = page()) {
            assertThat(page.text("barriers")).contains("add x int", "a", "b");
            assertThat(page.rows("shards").get(1)).startsWith("a | waiting");
            page.click("barriers", "detach");
            assertThat(page.text("act-title")).isEqualTo("detach: shard b");
            page.click("act-go", "detach");
            assertThat(page.text("said")).contains("shard b left the group");
            assertThat(page.text("barriers")).isEqualTo("Nothing waits for other shards.");
            assertThat(page.rows("shards").get(1)).startsWith("a | active").endsWith("✓ | ✓");
        }
    }

    @Test
    void theStreamTellsWhenToReadAgain() throws Exception {
        scene.group("optimistic").joined("a", "");
        try (ScriptedPage page = page()) {
            assertThat(page.rows("shards")).hasSize(2);
            scene.joined("b", "");
            page.hear(picture("/shardGroups/groups/0/shards", 2));
            assertThat(page.rows("shards")).hasSize(3);
            assertThat(page.text("served-by")).isEqualTo("seen by solo");
            assertThat(page.text("connection")).isEqualTo("live");
            scene.web.delete(ShardScene.ORDERS);
            page.hear(picture("/shardGroups/count", 0));
            assertThat(page.text("trouble")).startsWith("DDL_GROUP_NOT_FOUND: ");
            assertThat(page.isHidden("open")).isTrue();
        }
    }

    /** The first picture of the node's stream that has this number there: the stream may begin with an older one. */
    private static String picture(String pointer, int number) throws IOException, InterruptedException {
        HttpResponse<java.io.InputStream> stream = scene.web
                .client()
                .send(
                        HttpRequest.newBuilder(scene.web.uri("/api/v1/events/stream"))
                                .build(),
                        HttpResponse.BodyHandlers.ofInputStream());
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(line -> line.startsWith("data: "))
                    .map(line -> line.substring("data: ".length()))
                    .filter(picture -> json(picture).at(pointer).asInt(-1) == number)
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError(text, e);
        }
    }

    @Test
    void theTokenIsAskedForWhenItIsNeeded(@TempDir Path guarded) throws IOException {
        AmsWebSettings settings =
                AmsWebSettings.of("solo", "127.0.0.1", 0, guarded).withToken(true);
        try (ShardScene closed = new ShardScene(guarded, settings)) {
            String token = Files.readString(guarded.resolve("admin.token")).strip();
            String[] allowed = {"Authorization", "Bearer " + token};
            closed.web.post(ShardScene.GROUPS, ShardScene.body("{'name':'orders','table':'ns.orders'}"), allowed);
            closed.web.put(ShardScene.shard("a"), ShardScene.createTable(""), allowed);
            closed.web.post(
                    ShardScene.shard("a") + "/announcements",
                    ShardScene.body("{'seq':1,'sql':'ALTER TABLE o MODIFY id VARCHAR(9)'}"),
                    allowed);
            try (ScriptedPage page = ScriptedPage.open(closed.web, "/ddl", "#orders")) {
                page.click("conflicts", "detach");
                assertThat(page.isHidden("act-token-row")).isTrue();
                page.click("act-go", "detach");
                assertThat(page.isHidden("act-token-row")).isFalse();
                page.type("act-token", "wrong");
                page.click("act-go", "detach");
                assertThat(page.text("act-refusal")).startsWith("UNAUTHENTICATED: ");
                page.type("act-token", token);
                page.click("act-go", "detach");
                assertThat(page.isOpen("act")).isFalse();
                assertThat(page.text("shards")).contains("No shard is in the group");
            }
        }
    }
}
