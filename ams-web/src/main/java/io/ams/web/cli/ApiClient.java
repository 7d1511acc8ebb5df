package io.ams.web.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The management API of one node. Refusals become a {@link CliException} with what AMS said; a node that does not answer one
 * with {@link CliExit#UNREACHABLE}.
 */
public final class ApiClient {
    static final Map<String, String> LOCAL = Map.of("X-AMS-Consistency", "local");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient http;
    private final URI base;
    private final Optional<String> token;
    private final Duration timeout;

    ApiClient(HttpClient http, URI base, Optional<String> token, Duration timeout) {
        this.http = http;
        this.base = base;
        this.token = token;
        this.timeout = timeout;
    }

    /** The node's URL. */
    public URI base() {
        return base;
    }

    /** The token it sends. */
    public Optional<String> token() {
        return token;
    }

    /** This client with another bound for each call. */
    public ApiClient within(Duration bound) {
        return new ApiClient(http, base, token, bound);
    }

    public JsonNode get(String path) {
        return get(path, Map.of());
    }

    public JsonNode get(String path, Map<String, String> headers) {
        return body(call("GET", path, null, headers));
    }

    public JsonNode post(String path, @Nullable Object body) {
        return write("POST", path, body);
    }

    public JsonNode put(String path, Object body) {
        return write("PUT", path, body);
    }

    public JsonNode patch(String path, Object body) {
        return write("PATCH", path, body);
    }

    public JsonNode delete(String path) {
        return write("DELETE", path, null);
    }

    private JsonNode write(String method, String path, @Nullable Object body) {
        return body(call(
                method, path, body, Map.of("Idempotency-Key", UUID.randomUUID().toString())));
    }

    /** Whether a probe such as {@code /readyz/write} says yes. False as well if the node cannot be reached. */
    public boolean probe(String path) {
        try {
            return send(HttpRequest.newBuilder(base.resolve(path)).GET()).statusCode() == 200;
        } catch (CliException e) {
            return false;
        }
    }

    /** One piece of a path or query. */
    public static String encode(String piece) {
        return URLEncoder.encode(piece, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private HttpResponse<String> call(String method, String path, @Nullable Object body, Map<String, String> headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve("/api/v1" + path));
        headers.forEach(request::header);
        token.ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
        if (body == null) {
            request.method(method, BodyPublishers.noBody());
        } else {
            request.header("Content-Type", "application/json").method(method, BodyPublishers.ofString(write(body)));
        }
        HttpResponse<String> response = send(request);
        if (response.statusCode() >= 300) {
            throw refused(response);
        }
        return response;
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return http.send(
                    request.timeout(timeout)
                            .header("Accept", "application/json")
                            .build(),
                    BodyHandlers.ofString());
        } catch (IOException e) {
            String why = e.getMessage() == null ? "connection refused" : e.getMessage();
            throw new CliException(CliExit.UNREACHABLE, "no answer from " + base + ": " + why);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CliException(CliExit.UNREACHABLE, "interrupted while waiting for " + base);
        }
    }

    private CliException refused(HttpResponse<String> response) {
        String code = "HTTP " + response.statusCode();
        String message = response.body();
        try {
            JsonNode error = JSON.readTree(response.body()).path("error");
            code = error.path("code").asText(code);
            message = error.path("message").asText(message);
        } catch (IOException e) {
            // Not AMS' own body: something between answered. What it said is shown as it is.
            message = message.isBlank() ? "no message" : message.strip();
        }
        String hint = response.statusCode() == 401
                ? " (the token is in <data>/admin.token of a node: --token-file, or AMS_TOKEN_FILE)"
                : "";
        return new CliException(CliExit.FAILED, code, base + " answered " + code + ": " + message + hint);
    }

    private JsonNode body(HttpResponse<String> response) {
        if (response.body().isBlank()) {
            return MissingNode.getInstance();
        }
        try {
            return JSON.readTree(response.body());
        } catch (IOException e) {
            throw new CliException(CliExit.FAILED, base + " did not answer in JSON: is it a node of AMS?");
        }
    }

    private static String write(Object body) {
        try {
            return JSON.writeValueAsString(body);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
