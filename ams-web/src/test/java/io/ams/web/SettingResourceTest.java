package io.ams.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.testkit.SoloReplica;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingResourceTest {
    private static final String X = "/api/v1/settings/x.one";

    private final Path data;
    private Web web;

    SettingResourceTest(@TempDir Path data) {
        this.data = data;
    }

    @BeforeEach
    void open() {
        web = Web.open(new SoloReplica(), data);
    }

    @AfterEach
    void close() {
        web.close();
    }

    @Test
    void putAnswersVersionTagAndIndex() {
        Web.Answer first = web.put(X, "{\"value\":\"a\"}");
        assertThat(first.status()).isEqualTo(200);
        assertThat(first.body()).isEqualTo("{\"key\":\"x.one\",\"version\":1}");
        assertThat(first.header("ETag")).isEqualTo("\"1\"");
        assertThat(first.header("X-AMS-Node")).isEqualTo("solo");
        assertThat(first.header("X-AMS-Index")).isEqualTo("1");
        assertThat(web.put(X, "{\"value\":\"b\"}").header("X-AMS-Index")).isEqualTo("2");
        Web.Answer read = web.get(X);
        assertThat(read.body()).isEqualTo("{\"key\":\"x.one\",\"value\":\"b\",\"version\":2}");
        assertThat(read.header("ETag")).isEqualTo("\"2\"");
        assertThat(read.header("X-AMS-Index")).isEqualTo("2");
    }

    @Test
    void ifMatchComparesAndSets() {
        assertThat(web.put(X, "{\"value\":\"a\"}", "If-Match", "\"0\"").status())
                .isEqualTo(200);
        Web.Answer refused = web.put(X, "{\"value\":\"b\"}", "If-Match", "\"0\"");
        assertThat(refused.status()).isEqualTo(412);
        assertThat(refused.errorCode()).isEqualTo("VERSION_MISMATCH");
        assertThat(web.put(X, "{\"value\":\"b\"}", "If-Match", "\"1\"").status())
                .isEqualTo(200);
        assertThat(web.put(X, "{\"value\":\"b\"}", "If-Match", "*").status()).isEqualTo(400);
        assertThat(web.delete(X, "If-Match", "\"1\"").status()).isEqualTo(412);
        assertThat(web.delete(X, "If-Match", "\"2\"").status()).isEqualTo(204);
    }

    @Test
    void deletedIsNotFound() {
        web.put(X, "{\"value\":\"a\"}");
        Web.Answer deleted = web.delete(X);
        assertThat(deleted.status()).isEqualTo(204);
        assertThat(deleted.header("X-AMS-Index")).isEqualTo("2");
        assertThat(web.get(X).errorCode()).isEqualTo("SETTING_NOT_FOUND");
        assertThat(web.delete(X).status()).isEqualTo(404);
    }

    @Test
    void knownSettingsAreListedWithTheirValuesInForce() {
        web.put("/api/v1/settings/ownership.mode", "{\"value\":\"leader\"}");
        web.put(X, "{\"value\":\"\"}");
        String list = web.get("/api/v1/settings").body();
        assertThat(list)
                .contains("{\"key\":\"ownership.mode\",\"value\":\"leader\",\"version\":1,\"isSet\":true}")
                .contains("{\"key\":\"upkeep.enabled\",\"value\":\"true\",\"version\":0,\"isSet\":false}")
                .contains("{\"key\":\"x.one\",\"value\":\"\",\"version\":1,\"isSet\":true}");
        assertThat(web.get("/api/v1/settings/upkeep.enabled").body())
                .isEqualTo("{\"key\":\"upkeep.enabled\",\"value\":\"true\",\"version\":0}");
    }

    @Test
    void unknownKeysAndBadValuesAreRefused() {
        Web.Answer unknown = web.put("/api/v1/settings/no.such", "{\"value\":\"a\"}");
        assertThat(unknown.status()).isEqualTo(400);
        assertThat(unknown.errorCode()).isEqualTo("SETTING_UNKNOWN");
        assertThat(web.put("/api/v1/settings/ownership.mode", "{\"value\":\"mine\"}")
                        .errorCode())
                .isEqualTo("SETTING_INVALID");
    }

    @Test
    void aKeyMakesARepeatHarmlessAndBelongsToOneRequest() {
        Web.Answer first = web.put(X, "{\"value\":\"a\"}", "Idempotency-Key", "k1");
        Web.Answer again = web.put(X, "{\"value\":\"a\"}", "Idempotency-Key", "k1");
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.header("X-AMS-Index")).isEqualTo(first.header("X-AMS-Index"));
        Web.Answer other = web.put(X, "{\"value\":\"b\"}", "Idempotency-Key", "k1");
        assertThat(other.status()).isEqualTo(422);
        assertThat(other.errorCode()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
        assertThat(web.put("/api/v1/settings/x.two", "{\"value\":\"a\"}", "Idempotency-Key", "k1")
                        .status())
                .isEqualTo(422);
        assertThat(web.put(X, "{\"value\":\"a\"}", "Idempotency-Key", "k".repeat(129))
                        .status())
                .isEqualTo(400);
        assertThat(web.get(X).json().get("version").asInt()).isEqualTo(1);
    }
}
