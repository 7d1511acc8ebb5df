package io.ams.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ams.op.Operations;
import io.ams.proto.DdlGroupConfigure;
import io.ams.proto.DdlGroupCreate;
import io.ams.proto.DdlGroupDrop;
import io.ams.proto.DdlMode;
import io.ams.proto.ProcessFinish;
import io.ams.proto.ProcessState;
import io.ams.proto.TableRow;
import io.ams.raft.Member;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DashboardTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path data;
    private final StandIn replica = new StandIn();
    private final Scene scene =
            new Scene(replica.solo).node("n2").buckets("solo").namespace("ns");
    private final List<JsonNode> pictures = new CopyOnWriteArrayList<>();
    private final List<InputStream> open = new ArrayList<>();
    private Web web;

    DashboardTest(@TempDir Path data) {
        this.data = data;
    }

    @BeforeEach
    void open() {
        replica.members.add(new Member("n2", "n2:9871", false, 36, 12));
        web = Web.open(replica, data);
    }

    @AfterEach
    void close() {
        web.close();
    }

    @Test
    void theStreamShowsThePictureAndWhatChanges() {
        TableRow table = scene.table("ns", "orders", 120);
        watch();
        JsonNode first = seen(picture -> picture.at("/cluster/nodes/0/lag").asInt() == 4);
        assertThat(first.get("lifecycle").asText()).isEqualTo("RUNNING");
        assertThat(first.at("/cluster/leaderId").asText()).isEqualTo("solo");
        assertThat(first.at("/cluster/nodes/1/buckets").asInt()).isEqualTo(Scene.BUCKETS);
        assertThat(first.at("/tables/0/name").asText()).isEqualTo("orders");
        assertThat(first.at("/tables/0/health").asInt()).isEqualTo(40);
        scene.process(table, "p1");
        seen(picture -> picture.at("/running/0/id").asText().equals("p1"));
        scene.submit(
                Operations.PROCESS_FINISH,
                ProcessFinish.newBuilder()
                        .setTableUuid(table.getUuid())
                        .setProcessId("p1")
                        .setState(ProcessState.CANCELED)
                        .setReason("enough")
                        .build());
        web.post("/api/v1/nodes/n2/drain", "");
        replica.leader = Optional.empty();
        seen(picture -> !picture.at("/cluster").has("leaderId")
                && picture.get("running").isEmpty());
        JsonNode last = seen(picture -> texts(picture).contains("No leader is known"));
        assertThat(texts(last))
                .contains(
                        "default.ns.orders: MINOR begins, 120 small files",
                        "default.ns.orders: CANCELED, enough",
                        "n2 is DRAINING, was ACTIVE");
    }

    @Test
    void thePageShowsThePicture() {
        scene.table("ns", "orders", 120);
        watch();
        JsonNode picture = seen(one -> one.at("/tables/0/health").asInt() == 40);
        try (ScriptedPage page = ScriptedPage.open(web, "/", "")) {
            page.hear(picture.toString());
            assertThat(page.text("nodes")).contains("solo", "n2");
            assertThat(page.text("tables")).contains("orders", "40", "files wait");
            assertThat(page.text("connection")).isEqualTo("live");
            assertThat(page.text("events")).isNotEmpty();
            page.type("filter", "nothing of this name");
            assertThat(page.text("tables")).doesNotContain("orders");
        }
    }

    @Test
    void theStreamTellsThatAGroupOfShardsChanged() {
        watch();
        seen(picture -> picture.at("/shardGroups/count").asInt(-1) == 0);
        scene.table("ns", "orders", 0);
        String table = "uuid-orders";
        scene.submit(
                Operations.DDL_GROUP_CREATE,
                DdlGroupCreate.newBuilder()
                        .setGroup("orders")
                        .setTableUuid(table)
                        .setMode(DdlMode.PESSIMISTIC)
                        .setShapeVersion(scene.row(table).getShapeVersion())
                        .build());
        JsonNode made = seen(picture -> picture.at("/shardGroups/count").asInt() == 1);
        assertThat(made.at("/shardGroups/groups/0/name").asText()).isEqualTo("orders");
        assertThat(made.at("/shardGroups/groups/0/mode").asText()).isEqualTo("pessimistic");
        long version = made.at("/shardGroups/version").asLong();
        scene.submit(
                Operations.DDL_GROUP_CONFIGURE,
                DdlGroupConfigure.newBuilder()
                        .setGroup("orders")
                        .setMode(DdlMode.OPTIMISTIC)
                        .build());
        seen(picture -> picture.at("/shardGroups/version").asLong() > version);
        scene.submit(
                Operations.DDL_GROUP_DROP,
                DdlGroupDrop.newBuilder().setGroup("orders").build());
        JsonNode last = seen(picture -> texts(picture).contains("group orders was dropped"));
        assertThat(texts(last)).contains("group orders was made, pessimistic");
    }

    @Test
    void conflictsAndBarriersBecomeEvents(@TempDir Path folder) {
        try (ShardScene shards = new ShardScene(folder)) {
            shards.group("pessimistic").joined("a", "").joined("b", "").joined("c", "");
            watch(shards.web);
            seen(picture -> picture.at("/shardGroups/groups/0/shards").asInt() == 3);
            shards.announced("a", 1, "ADD COLUMN x INT");
            shards.announced("b", 1, "ADD COLUMN x VARCHAR(9)");
            JsonNode blocked = seen(picture -> texts(picture).contains("group orders: 1 conflict opened, 1 open"));
            assertThat(blocked.at("/shardGroups/groups/0/conflicts").asInt()).isEqualTo(1);
            assertThat(blocked.at("/shardGroups/groups/0/pending").asInt()).isEqualTo(2);
            ShardScene.done(shards.web.post(ShardScene.shard("b") + "/resolve", ShardScene.body("{'verb':'detach'}")));
            seen(picture -> texts(picture).contains("group orders: 1 conflict ended, 0 open"));
            shards.announced("c", 1, "ADD COLUMN x INT");
            JsonNode passed = seen(picture -> texts(picture).contains("group orders: 1 barrier passed"));
            assertThat(passed.at("/shardGroups/groups/0/pending").asInt()).isZero();
        }
    }

    @Test
    void thePageOfShardsIsServedWithAPolicyAndWithAllItsFiles() {
        Web.Answer page = web.get("/ddl");
        assertThat(page.header("Content-Type")).startsWith("text/html");
        assertThat(page.header("Content-Security-Policy"))
                .contains("default-src 'none'")
                .contains("script-src 'self'")
                .contains("form-action 'none'");
        assertThat(page.body())
                .doesNotContain("<script>")
                .doesNotContain("style=")
                .doesNotContain(" onclick")
                .doesNotContain("//cdn");
        for (String name : List.of("/", "/ddl")) {
            Matcher linked = Pattern.compile("(?:href|src)=\"(assets/[^\"]+)\"")
                    .matcher(web.get(name).body());
            while (linked.find()) {
                served(linked.group(1));
            }
        }
    }

    /** This file, and every module that it imports. */
    private void served(String file) {
        Web.Answer asset = web.get("/" + file);
        assertThat(asset.status()).as(file).isEqualTo(200);
        if (file.endsWith(".js")) {
            assertThat(asset.body()).doesNotContain("innerHTML").doesNotContain("eval(");
            Matcher imported = Pattern.compile("from '\\./([^']+)'").matcher(asset.body());
            while (imported.find()) {
                served("assets/" + imported.group(1));
            }
        }
    }

    @Test
    void tooManyWatchersAreTurnedAwayAndThoseThatLeaveMakeRoom() throws Exception {
        for (int i = 0; i < 64; i++) {
            open.add(stream());
        }
        Web.Answer refused = web.get("/api/v1/events/stream");
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.errorCode()).isEqualTo("OVERLOADED");
        open.remove(0).close();
        Awaitility.await().until(() -> {
            scene.table("ns", "t" + System.nanoTime(), 0);
            HttpResponse<InputStream> answer = web.client()
                    .send(
                            HttpRequest.newBuilder(web.uri("/api/v1/events/stream"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofInputStream());
            answer.body().close();
            return answer.statusCode() == 200;
        });
        for (InputStream stream : open) {
            stream.close();
        }
    }

    @Test
    void thePageAndItsFilesAreServedWithAPolicy() {
        Web.Answer page = web.get("/");
        assertThat(page.header("Content-Type")).startsWith("text/html");
        assertThat(page.header("Content-Security-Policy"))
                .contains("default-src 'none'")
                .contains("script-src 'self'");
        assertThat(page.body())
                .doesNotContain("<script>")
                .doesNotContain("style=")
                .doesNotContain("//cdn");
        for (String file : List.of(
                "dashboard.js",
                "live.js",
                "dom.js",
                "format.js",
                "panels.js",
                "dashboard.css",
                "icon.svg",
                "ddl.js",
                "ddl-panels.js",
                "ddl-act.js",
                "api.js",
                "ddl.css")) {
            Web.Answer asset = web.get("/assets/" + file);
            assertThat(asset.status()).as(file).isEqualTo(200);
            assertThat(asset.body()).as("text never becomes markup").doesNotContain("innerHTML");
            assertThat(web.get("/assets/" + file, "If-None-Match", asset.header("ETag"))
                            .status())
                    .isEqualTo(304);
        }
        assertThat(web.get("/assets/server.yml").status()).isEqualTo(404);
        assertThat(web.get("/assets/..%2Fio%2Fams%2Fweb%2Fserver.yml").status()).isEqualTo(404);
    }

    private InputStream stream() throws Exception {
        HttpResponse<InputStream> answer = web.client()
                .send(
                        HttpRequest.newBuilder(web.uri("/api/v1/events/stream")).build(),
                        HttpResponse.BodyHandlers.ofInputStream());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("text/event-stream");
        return answer.body();
    }

    private void watch() {
        watch(web);
    }

    private void watch(Web served) {
        CompletableFuture<HttpResponse<Void>> stream = served.client()
                .sendAsync(
                        HttpRequest.newBuilder(served.uri("/api/v1/events/stream"))
                                .build(),
                        HttpResponse.BodyHandlers.fromLineSubscriber(new Lines()));
        assertThat(stream).isNotCompletedExceptionally();
    }

    private JsonNode seen(Predicate<JsonNode> wanted) {
        Awaitility.await().until(() -> pictures.stream().anyMatch(wanted));
        return pictures.stream().filter(wanted).findFirst().orElseThrow();
    }

    private static List<String> texts(JsonNode picture) {
        return Stream.of(picture.get("events"))
                .flatMap(events -> events.findValuesAsText("text").stream())
                .toList();
    }

    private final class Lines implements Flow.Subscriber<String> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(String line) {
            if (line.startsWith("data: ")) {
                try {
                    pictures.add(JSON.readTree(line.substring(6).getBytes(StandardCharsets.UTF_8)));
                } catch (java.io.IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            }
        }

        @Override
        public void onError(Throwable gone) {}

        @Override
        public void onComplete() {}
    }
}
