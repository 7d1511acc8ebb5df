package io.ams.web.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Executors;

/** Answers on loopback as it was told to, and keeps what it was asked. An answer that is the last for its route is given again. */
final class FakeNode implements AutoCloseable {
    /** A request as it came in. */
    record Asked(String line, String body, Map<String, String> headers) {}

    private record Answer(int status, String body) {}

    private final HttpServer server;
    private final Map<String, Queue<Answer>> answers = new HashMap<>();
    private final List<Asked> asked = Collections.synchronizedList(new ArrayList<>());

    FakeNode() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", this::answer);
        server.start();
        on("GET /livez", 200, "{}");
    }

    /** Adds an answer to {@code METHOD path?query}; a single quote stands for a double one. */
    FakeNode on(String line, int status, String body) {
        synchronized (answers) {
            answers.computeIfAbsent(line, key -> new ArrayDeque<>()).add(new Answer(status, body.replace('\'', '"')));
        }
        return this;
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    String address() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    /** What was asked, without the look whether it lives. */
    List<Asked> asked() {
        return asked.stream()
                .filter(request -> !request.line().equals("GET /livez"))
                .toList();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String line = exchange.getRequestMethod() + " " + exchange.getRequestURI();
        Map<String, String> headers = new HashMap<>();
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.get(0)));
        asked.add(
                new Asked(line, new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8), headers));
        Answer answer = next(line);
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private Answer next(String line) {
        synchronized (answers) {
            Queue<Answer> queue = answers.get(line);
            if (queue == null) {
                return new Answer(404, "{\"error\":{\"code\":\"NOT_FOUND\",\"message\":\"there is no " + line + "\"}}");
            }
            return queue.size() > 1 ? queue.remove() : queue.element();
        }
    }
}
