package io.ams.web.cli.bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** The settings of one node of AMS in memory, over real HTTP: compare-and-set by version, 412 when it does not match. */
final class FakeCluster implements Cluster {
    private final String name;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, Long> versions = new ConcurrentHashMap<>();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger answers = new AtomicInteger();
    private final int dropEvery;

    /** Each {@code dropEvery}th answer is not given: the connection closes instead; 0 for never. */
    FakeCluster(String name, int dropEvery) {
        this.name = name;
        this.dropEvery = dropEvery;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/api/v1/settings/", this::answer);
        server.start();
    }

    Map<String, Long> versions() {
        return versions;
    }

    int refused() {
        return refused.get();
    }

    /** Changes a version behind the back of the load. */
    void disturb(int key) {
        versions.merge("/api/v1/settings/x.bench." + key, 1L, Long::sum);
    }

    private void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        if (dropEvery > 0 && answers.incrementAndGet() % dropEvery == 0) {
            exchange.close();
            return;
        }
        String key = exchange.getRequestURI().getPath();
        long version = exchange.getRequestMethod().equals("PUT")
                ? put(key, exchange.getRequestHeaders().getFirst("If-Match"))
                : versions.getOrDefault(key, 0L);
        byte[] body = ("{\"key\":\"k\",\"version\":" + version + "}").getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(version < 0 ? 412 : version == 0 ? 404 : 200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private long put(String key, String match) {
        long[] result = {-1};
        versions.compute(key, (k, old) -> {
            long now = old == null ? 0 : old;
            if (!("\"" + now + "\"").equals(match)) {
                refused.incrementAndGet();
                return old;
            }
            result[0] = now + 1;
            return now + 1;
        });
        return result[0];
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public KeyValueService service(URI node) {
        return new AmsSettings(node);
    }

    @Override
    public URI leader() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @Override
    public URI follower() {
        return leader();
    }

    @Override
    public List<Long> pids() {
        return List.of();
    }

    @Override
    public void tidy() {}

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
