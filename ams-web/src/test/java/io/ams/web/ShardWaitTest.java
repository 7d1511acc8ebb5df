package io.ams.web;

import static io.ams.web.ShardScene.body;
import static io.ams.web.ShardScene.done;
import static io.ams.web.ShardScene.refused;
import static io.ams.web.ShardScene.shard;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whoever asks for an announcement hears what became of it, at once or as soon as there is something to hear. */
class ShardWaitTest {
    private static final String ANNOUNCEMENTS = shard("a") + "/announcements";

    private static ShardScene scene;

    @BeforeAll
    static void open(@TempDir Path folder) {
        scene = new ShardScene(folder);
    }

    @BeforeEach
    void group() {
        scene.renew();
        scene.group("pessimistic");
    }

    @AfterAll
    static void close() {
        scene.close();
    }

    private static void atBarrier() {
        scene.joined("a", "").joined("b", "");
        scene.announced("b", 1, "ADD COLUMN x INT");
    }

    @Test
    void whoeverAsksLongHearsWhenItIsDecided() throws Exception {
        atBarrier();
        CompletableFuture<HttpResponse<String>> asked = ask(scene, shard("b") + "/announcements/1?waitMillis=20000");
        scene.announced("a", 1, "ADD COLUMN x INT");
        assertThat(asked.get().body()).contains("\"APPLIED\"");
    }

    @Test
    void whoeverAsksForWhatIsNotDecidedIsToldWhatARepetitionIsTold() {
        atBarrier();
        String same = body("{'seq':1,'sql':'ALTER TABLE t ADD COLUMN x INT'}");
        JsonNode repeated = done(scene.web.post(shard("b") + "/announcements", same));
        assertThat(repeated.get("verdict").asText()).isEqualTo("WAITING");
        assertThat(repeated.get("groupVersion").asLong()).isPositive();
        assertThat(done(scene.web.get(shard("b") + "/announcements/1"))).isEqualTo(repeated);
    }

    @Test
    void whoeverAsksLongHearsWhenTheTimeIsOver() {
        atBarrier();
        JsonNode waiting = done(scene.web.get(shard("b") + "/announcements/1?waitMillis=50"));
        assertThat(waiting.get("verdict").asText()).isEqualTo("WAITING");
        assertThat(done(scene.web.get(shard("b") + "/announcements/1"))).isEqualTo(waiting);
    }

    @Test
    void whoeverAsksLongIsSentOnWhenTheNodeStops(@TempDir Path folder) throws Exception {
        String path = shard("b") + "/announcements/1?waitMillis=20000";
        try (ShardScene stopping = new ShardScene(folder)) {
            stopping.group("pessimistic").joined("a", "").joined("b", "");
            stopping.announced("b", 1, "ADD COLUMN x INT");
            CompletableFuture<HttpResponse<String>> asked = ask(stopping, path);
            stopping.stopWaits();
            assertThat(asked.get().statusCode()).isEqualTo(503);
            assertThat(asked.get().body()).contains("STOPPING");
            refused(stopping.web.get(path), 503, "STOPPING");
        }
    }

    /** Asks, and comes back when the answer is waited for: what happens from now on was not seen by whoever answers. */
    private static CompletableFuture<HttpResponse<String>> ask(ShardScene asked, String path) {
        int reads = asked.reader.reads.size();
        CompletableFuture<HttpResponse<String>> answer = asked.web
                .client()
                .sendAsync(HttpRequest.newBuilder(asked.web.uri(path)).build(), HttpResponse.BodyHandlers.ofString());
        Awaitility.await().until(() -> asked.reader.reads.size() > reads);
        assertThat(answer).isNotDone();
        return answer;
    }

    @Test
    void anAnnouncementThatIsNotThereIsSaid() {
        scene.joined("a", "");
        refused(scene.web.get(ANNOUNCEMENTS + "/1"), 404, "NOT_FOUND");
        refused(scene.web.get(ANNOUNCEMENTS + "/1?waitMillis=20000"), 404, "NOT_FOUND");
        refused(scene.web.get(shard("none") + "/announcements/1"), 404, "DDL_MEMBER_NOT_FOUND");
        refused(scene.web.get("/api/v1/ddl/groups/none/shards/a/announcements/1"), 404, "DDL_GROUP_NOT_FOUND");
    }

    @ParameterizedTest
    @CsvSource({
        "/first,from 1 on",
        "/-3,from 1 on",
        "/0,from 1 on",
        "/1?waitMillis=long,from 0 on",
        "/1?waitMillis=-1,from 0 on"
    })
    void numbersThatAreNoneAreRefusedWithTheirRange(String path, String range) {
        Web.Answer answer = scene.web.get(ANNOUNCEMENTS + path);
        refused(answer, 400, "BAD_REQUEST");
        assertThat(answer.body()).contains("must be a whole number " + range);
    }
}
