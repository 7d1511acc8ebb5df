package io.ams.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ams.testkit.SoloReplica;
import io.ams.web.WebStartException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AmsServerTest {
    private final Path data;

    AmsServerTest(@TempDir Path data) {
        this.data = data;
    }

    private static void refused(AmsWebSettings settings, Reason reason, String words) {
        assertThatThrownBy(
                        () -> Web.open(new SoloReplica(), settings, List.of()).close())
                .isInstanceOfSatisfying(
                        WebStartException.class, e -> assertThat(e.reason()).isEqualTo(reason))
                .hasMessageContaining(words)
                .hasMessageNotContaining("\n");
    }

    private AmsWebSettings settings() {
        return AmsWebSettings.of("solo", "127.0.0.1", 0, data);
    }

    private Path file(String text) throws IOException {
        return Files.writeString(data.resolve("ams.yml"), text);
    }

    @Test
    void aTakenPortIsSaidInOneLine() {
        try (Web web = Web.open(new SoloReplica(), data)) {
            AmsWebSettings same = AmsWebSettings.of("n2", "127.0.0.1", web.port(), data);
            refused(same, Reason.ADDRESS, "127.0.0.1:" + web.port());
            assertThat(web.get("/livez").status()).isEqualTo(200);
        }
    }

    @Test
    void aHostThatIsNotOursIsSaidInOneLine() {
        refused(AmsWebSettings.of("n2", "192.0.2.1", 0, data), Reason.ADDRESS, "192.0.2.1");
    }

    @Test
    void settingsAreChecked() {
        refused(AmsWebSettings.of(" ", "127.0.0.1", 0, data), Reason.SETTINGS, "nodeId");
        refused(settings().withAdmin("127.0.0.1", 70_000), Reason.SETTINGS, "adminPort");
        refused(AmsWebSettings.of("n1", "127.0.0.1", 0, data.resolve("none")), Reason.DIRECTORY, "none");
    }

    @Test
    void aFileGoesBeforeTheBuiltIn() throws IOException {
        Path log = data.resolve("ams.log");
        Path file = file("server:\n  gzip:\n    enabled: false\nlogging:\n  loggers:\n    io.ams: DEBUG\n");
        try (Web web =
                Web.open(new SoloReplica(), settings().withConfigFile(file).withLogFile(log), List.of(new Probing()))) {
            web.put("/api/v1/settings/x.a", "{\"value\":\"" + "v".repeat(4000) + "\"}");
            assertThat(web.get("/api/v1/settings/x.a", "Accept-Encoding", "gzip")
                            .header("Content-Encoding"))
                    .isEmpty();
        }
        assertThat(Files.readString(log)).contains("Serving on 127.0.0.1");
    }

    @Test
    void aFileThatIsWrongIsSaidInOneLine() throws IOException {
        refused(settings().withConfigFile(file("server:\n  maxThread: 3\n")), Reason.SETTINGS, "maxThread");
        refused(settings().withConfigFile(file("sever: {}\n")), Reason.SETTINGS, "sever");
        refused(settings().withConfigFile(file("server: [\n")), Reason.SETTINGS, "not YAML");
        refused(settings().withConfigFile(file("just words\n")), Reason.SETTINGS, "sections");
        refused(settings().withConfigFile(file("server:\n  maxThreads: -1\n")), Reason.SETTINGS, "maxThreads");
        refused(settings().withConfigFile(data.resolve("none.yml")), Reason.SETTINGS, "none.yml");
    }
}
