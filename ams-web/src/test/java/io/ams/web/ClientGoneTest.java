package io.ams.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client that does not wait for its answer is no fault of the node. */
class ClientGoneTest {
    private static final String SAID = "before it was answered";

    @Test
    void aClientThatGaveUpLeavesOneLineAndNoStack(@TempDir Path folder) throws IOException {
        Path log = folder.resolve("ams.log");
        Path config = Files.writeString(folder.resolve("ams.yml"), "logging:\n  loggers:\n    io.ams: DEBUG\n");
        AmsWebSettings settings = AmsWebSettings.of("solo", "127.0.0.1", 0, folder)
                .withConfigFile(config)
                .withLogFile(log);
        try (ShardScene scene = new ShardScene(folder, settings)) {
            scene.group("pessimistic").joined("a", "").joined("b", "");
            scene.announced("b", 1, "ADD COLUMN x INT");
            giveUp(scene, ShardScene.shard("b") + "/announcements/1?waitMillis=20000");

            scene.announced("a", 1, "ADD COLUMN x INT");

            Awaitility.await()
                    .untilAsserted(() -> assertThat(Files.readString(log)).contains(SAID));
        }
        // A warning would say that the node waited for the request when it stopped.
        assertThat(Files.readString(log))
                .doesNotContain("ERROR", "WARN", "\tat ")
                .containsOnlyOnce(SAID);
    }

    @Test
    void answersGoOutInOnePieceAsBefore(@TempDir Path folder) {
        try (ShardScene scene = new ShardScene(folder)) {
            assertThat(scene.web.get("/api/v1/cluster").header("Content-Length"))
                    .isNotEmpty();
            assertThat(scene.web.send("HEAD", "/api/v1/cluster", null).status()).isEqualTo(200);
        }
    }

    /** Asks, and breaks the connection once the node waits to answer. */
    private static void giveUp(ShardScene scene, String path) throws IOException {
        int reads = scene.reader.reads.size();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), scene.web.port())) {
            // Closing then resets the connection instead of ending it: the node's next write fails.
            socket.setSoLinger(true, 0);
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: h\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            Awaitility.await().until(() -> scene.reader.reads.size() > reads);
        }
    }
}
