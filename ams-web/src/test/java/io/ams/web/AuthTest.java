package io.ams.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ams.testkit.SoloReplica;
import io.ams.web.auth.AdminToken;
import io.ams.web.auth.Loopback;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuthTest {
    private static final String BODY = "{\"value\":\"a\"}";

    private final Path data;

    AuthTest(@TempDir Path data) {
        this.data = data;
    }

    private Web guarded() {
        AmsWebSettings settings =
                AmsWebSettings.of("solo", "127.0.0.1", 0, data).withToken(true);
        return Web.open(new SoloReplica(), settings, List.of(new Probing()));
    }

    @Test
    void changesNeedTheTokenWhereOneIsNeeded() throws IOException {
        try (Web web = guarded()) {
            String token = Files.readString(data.resolve("admin.token")).strip();
            Web.Answer none = web.put("/api/v1/settings/x.a", BODY);
            assertThat(none.status()).isEqualTo(401);
            assertThat(none.errorCode()).isEqualTo("UNAUTHENTICATED");
            assertThat(none.header("WWW-Authenticate")).isEqualTo("Bearer realm=\"ams\"");
            assertThat(none.header("Content-Type")).startsWith("application/json");
            for (String wrong : List.of("Bearer no", "Bearer " + token + "x", "Basic " + token, "Bearer ", token)) {
                assertThat(web.put("/api/v1/settings/x.a", BODY, "Authorization", wrong)
                                .status())
                        .as(wrong)
                        .isEqualTo(401);
            }
            assertThat(web.get("/api/v1/settings/x.a").status()).isEqualTo(404);
            assertThat(web.put("/api/v1/settings/x.a", BODY, "Authorization", "bearer " + token)
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void everyChangeIsGuardedAndNoReadIs() {
        try (Web web = guarded()) {
            assertThat(web.post("/api/v1/peers", "{}").status()).isEqualTo(401);
            assertThat(web.delete("/api/v1/peers/n2").status()).isEqualTo(401);
            assertThat(web.post("/api/v1/nodes/n2/drain", "").status()).isEqualTo(401);
            assertThat(web.post("/api/v1/workers/w1/poll", "{}").status()).isIn(401, 404);
            assertThat(web.get("/api/v1/cluster").status()).isEqualTo(200);
            assertThat(web.get("/livez").status()).isEqualTo(200);
            assertThat(web.post("/iceberg/v1/probing/length", "abc").status()).isEqualTo(200);
        }
    }

    @Test
    void theAdminPortShowsFiguresAndGuardsTheRest() throws IOException {
        try (Web web = guarded()) {
            String token =
                    "Bearer " + Files.readString(data.resolve("admin.token")).strip();
            assertThat(web.send(web.adminUri("/metrics"), "GET", null).status()).isEqualTo(200);
            assertThat(web.send(web.adminUri("/ping"), "GET", null).body()).startsWith("pong");
            Web.Answer threads = web.send(web.adminUri("/threads"), "GET", null);
            assertThat(threads.status()).isEqualTo(401);
            assertThat(threads.errorCode()).isEqualTo("UNAUTHENTICATED");
            assertThat(web.send(web.adminUri("/tasks/gc"), "POST", "").status()).isEqualTo(401);
            assertThat(web.send(web.adminUri("/tasks/gc"), "POST", "", "Authorization", token)
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void onLoopbackNoTokenIsNeededButForeignPagesAreKeptOut() {
        try (Web web = Web.open(new SoloReplica(), data)) {
            assertThat(web.put("/api/v1/settings/x.a", BODY).status()).isEqualTo(200);
            Web.Answer page = web.put("/api/v1/settings/x.a", BODY, "Origin", "https://evil.example");
            assertThat(page.status()).isEqualTo(403);
            assertThat(page.errorCode()).isEqualTo("FORBIDDEN");
            assertThat(web.put("/api/v1/settings/x.a", BODY, "Origin", "null").status())
                    .isEqualTo(403);
            assertThat(web.put("/api/v1/settings/x.a", BODY, "Origin", "http://localhost:8181")
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void theTokenIsMadeOnceAndIsTheOwnersAlone() throws IOException {
        AdminToken.in(data);
        Path file = data.resolve("admin.token");
        String made = Files.readString(file).strip();
        assertThat(made).matches("[A-Za-z0-9_-]{43}");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        AdminToken again = AdminToken.in(data);
        assertThat(Files.readString(file).strip()).isEqualTo(made);
        assertThat(again.matches(made)).isTrue();
        assertThat(again.matches(made.substring(1))).isFalse();
        try (var files = Files.list(data)) {
            assertThat(files).containsExactly(file);
        }
        Files.writeString(file, "short");
        assertThatThrownBy(() -> AdminToken.in(data))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no token");
    }

    @Test
    void loopbackIsToldByNameAlone() {
        assertThat(List.of("127.0.0.1", "127.8.9.1", "localhost", "::1", "[::1]", "a.localhost"))
                .allMatch(Loopback::isLoopback);
        assertThat(List.of("0.0.0.0", "::", "h1", "10.0.0.1", "127.0.0.1.evil.example", "128.0.0.1"))
                .noneMatch(Loopback::isLoopback);
        assertThat(AmsWebSettings.of("n", "0.0.0.0", 8181, data).tokenNeeded()).isTrue();
        assertThat(AmsWebSettings.of("n", "127.0.0.1", 8181, data).tokenNeeded())
                .isFalse();
        assertThat(AmsWebSettings.of("n", "127.0.0.1", 8181, data).adminPort()).isEqualTo(9181);
    }
}
