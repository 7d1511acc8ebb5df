package io.ams.web.cli;

import com.sun.net.httpserver.HttpServer;
import io.ams.raft.node.ExitCode;
import io.ams.raft.node.StartRefusedException;
import io.ams.web.server.NodeLauncher;
import io.ams.web.server.NodeOptions;
import io.ams.web.server.RunningNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * The process of a node without the node, for tests of the scripts: everything is real but what the launcher starts. It writes its
 * options to {@code options.txt} and, when it is stopped, {@code stopped.txt}. {@code STUB} says how it behaves.
 */
final class StubServerMain {
    private StubServerMain() {}

    public static void main(String[] args) {
        Map<String, String> environment = System.getenv();
        String behaviour = environment.getOrDefault("STUB", "ready");
        ServerMain.exit(new ServerMain(launcher(behaviour), environment, System.err), args);
    }

    private static NodeLauncher launcher(String behaviour) {
        return options -> {
            write(options, "options.txt", options.toString());
            return switch (behaviour) {
                case "refuse" ->
                    throw new StartRefusedException(ExitCode.DATA_OF_ANOTHER_NODE, options.data() + " belongs to n7");
                case "crash" -> throw new IllegalStateException("what nobody foresaw");
                case "fault" -> new Stub(options, HttpStatus.NOT_READY, new CountDownLatch(0), ExitCode.LOG_FAILED);
                case "waiting" -> new Stub(options, HttpStatus.NOT_READY, new CountDownLatch(1), ExitCode.OK);
                case "stubborn" -> new Stub(options, HttpStatus.READY, new CountDownLatch(1), ExitCode.FAILED);
                default -> new Stub(options, HttpStatus.READY, new CountDownLatch(1), ExitCode.OK);
            };
        };
    }

    private enum HttpStatus {
        READY(200),
        NOT_READY(503);

        private final int code;

        HttpStatus(int code) {
            this.code = code;
        }
    }

    private static final class Stub implements RunningNode {
        private final NodeOptions options;
        private final CountDownLatch running;
        private final ExitCode end;

        Stub(NodeOptions options, HttpStatus write, CountDownLatch running, ExitCode end) {
            this.options = options;
            this.running = running;
            this.end = end;
            try {
                HttpServer server = HttpServer.create(
                        new InetSocketAddress(
                                options.http().host(), options.http().port()),
                        0);
                answer(server, "/readyz/read", HttpStatus.READY.code, "{\"ready\":true}");
                answer(server, "/readyz/write", write.code, "{\"ready\":false,\"checks\":\"1 of 3 peers\"}");
                server.start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public ExitCode awaitEnd() throws InterruptedException {
            running.await();
            return end;
        }

        @Override
        public void stop() {
            if (end == ExitCode.FAILED) {
                stay();
            }
            write(options, "stopped.txt", "");
        }

        private static void stay() {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private static void answer(HttpServer server, String path, int status, String body) {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            server.createContext(path, exchange -> {
                exchange.sendResponseHeaders(status, bytes.length);
                exchange.getResponseBody().write(bytes);
                exchange.close();
            });
        }
    }

    private static void write(NodeOptions options, String file, String text) {
        try {
            Files.writeString(options.data().resolve(file), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
