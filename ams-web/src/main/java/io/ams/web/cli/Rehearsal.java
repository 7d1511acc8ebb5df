package io.ams.web.cli;

import io.ams.web.server.NodeLauncher;
import io.ams.web.server.RunningNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import picocli.CommandLine;

/**
 * Starts a node in an empty folder, asks it some questions and stops it, so that a JVM with {@code -XX:ArchiveClassesAtExit} can
 * archive the classes that a start loads: with the archive a node is ready in little more than half the time.
 */
public final class Rehearsal {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long LOOK_AGAIN_MILLIS = 100;
    private static final List<String> QUESTIONS =
            List.of("/", "/livez", "/api/v1/cluster", "/api/v1/nodes", "/iceberg/v1/config", "/api/v1/no-such-thing");

    private Rehearsal() {}

    /**
     * Ends the process with 0 when the node has run and stopped.
     *
     * @param args the folder for the node's data
     */
    public static void main(String[] args) {
        try {
            rehearse(args[0]);
            // Not to wait for threads of libraries that go on.
            System.exit(0);
        } catch (Exception e) {
            System.err.println("ams: no rehearsal: " + e);
            System.exit(1);
        }
    }

    private static void rehearse(String data) throws IOException, InterruptedException {
        String http = freeAddress();
        String[] options = {
            "--id=n1", "--raft=" + freeAddress(), "--http=" + http, "--admin=" + freeAddress(), "--data=" + data
        };
        Files.createDirectories(Path.of(data));
        ServerCommand command = new ServerCommand(Map.of());
        new CommandLine(command).parseArgs(options);
        RunningNode node = ServiceLoader.load(NodeLauncher.class)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no NodeLauncher on the class path"))
                .launch(command.options());
        HttpClient client = HttpClient.newHttpClient();
        URI base = URI.create("http://" + http);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (ask(client, base, "/readyz/write") != 200) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("the node in " + data + " was not ready in " + PATIENCE);
            }
            Thread.sleep(LOOK_AGAIN_MILLIS);
        }
        for (String question : QUESTIONS) {
            ask(client, base, question);
        }
        node.stop();
    }

    private static int ask(HttpClient client, URI base, String path) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(base.resolve(path)).timeout(PATIENCE).build();
        return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    private static String freeAddress() throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocket socket = new ServerSocket(0, 1, loopback)) {
            return loopback.getHostAddress() + ":" + socket.getLocalPort();
        }
    }
}
