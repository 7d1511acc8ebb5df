package io.ams.testkit.process;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One node's HTTP port: one request, one answer, nothing repeated or hidden. Safe for many threads. */
public final class NodeHttp {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client;
    private final URI base;
    private final Map<String, String> headers;
    private final Duration timeout;

    private NodeHttp(HttpClient client, URI base, Map<String, String> headers, Duration timeout) {
        this.client = client;
        this.base = base;
        this.headers = Map.copyOf(headers);
        this.timeout = timeout;
    }

    /** The node at this address; waits 30 s for an answer. */
    public static NodeHttp at(URI base) {
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(5))
                .build();
        return new NodeHttp(client, base, Map.of(), Duration.ofSeconds(30));
    }

    public URI base() {
        return base;
    }

    /** The same node, with one more header in each request. */
    public NodeHttp with(String header, String value) {
        Map<String, String> more = new TreeMap<>(headers);
        more.put(header, value);
        return new NodeHttp(client, base, more, timeout);
    }

    /** The same node, with another time to wait for an answer. */
    public NodeHttp within(Duration time) {
        return new NodeHttp(client, base, headers, time);
    }

    public Answer get(String path) throws IOException {
        return call("GET", path, null);
    }

    /**
     * Sends a body.
     *
     * @param body a JSON text, or something that becomes one
     */
    public Answer post(String path, Object body) throws IOException {
        return call("POST", path, body);
    }

    public Answer put(String path, Object body) throws IOException {
        return call("PUT", path, body);
    }

    public Answer delete(String path) throws IOException {
        return call("DELETE", path, null);
    }

    private Answer call(String method, String path, @Nullable Object body) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path)).timeout(timeout);
        headers.forEach(request::header);
        if (body == null) {
            request.method(method, BodyPublishers.noBody());
        } else {
            String text = body instanceof String json ? json : JSON.writeValueAsString(body);
            request.header("Content-Type", "application/json").method(method, BodyPublishers.ofString(text));
        }
        try {
            return answer(client.send(request.build(), BodyHandlers.ofString()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static Answer answer(HttpResponse<String> response) throws IOException {
        String text = response.body();
        JsonNode body = text.isBlank() ? MissingNode.getInstance() : JSON.readTree(text);
        return new Answer(
                response.statusCode(),
                body,
                response.headers().firstValue("X-AMS-Index").map(Long::valueOf));
    }
}
