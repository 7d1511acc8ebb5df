package io.ams.optimizer.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ams.optimizer.client.CallException.Fate;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Calls of AMS with bodies of JSON. Says of a call that did not succeed what may have become of it. Safe for many threads. */
public final class JsonCalls {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT).build();
    private final ObjectMapper json = new ObjectMapper()
            .setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    private final Optional<String> token;

    /**
     * @param token sent as bearer token, empty for none
     */
    public JsonCalls(Optional<String> token) {
        this.token = token;
    }

    /** A piece of a path. */
    public static String segment(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /**
     * Makes a call and returns the body of its answer.
     *
     * @param body becomes JSON; null for none
     * @param idempotencyKey empty for none
     */
    public String call(String method, String url, @Nullable Object body, Duration timeout, String idempotencyKey)
            throws CallException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).timeout(timeout);
        if (body == null) {
            request.method(method, HttpRequest.BodyPublishers.noBody());
        } else {
            request.header("Content-Type", "application/json")
                    .method(method, HttpRequest.BodyPublishers.ofString(text(body)));
        }
        if (!idempotencyKey.isEmpty()) {
            request.header("Idempotency-Key", idempotencyKey);
        }
        return send(request);
    }

    private String send(HttpRequest.Builder request) throws CallException, InterruptedException {
        token.ifPresent(bearer -> request.header("Authorization", "Bearer " + bearer));
        HttpRequest built = request.build();
        HttpResponse<String> response;
        try {
            response = http.send(built, HttpResponse.BodyHandlers.ofString());
        } catch (ConnectException | HttpConnectTimeoutException e) {
            throw new CallException(Fate.NOT_APPLIED, "", built.uri() + " cannot be reached: " + e);
        } catch (IOException e) {
            throw new CallException(Fate.UNKNOWN, "", built.uri() + " did not answer: " + e);
        }
        if (response.statusCode() / 100 != 2) {
            throw refused(built.uri(), response);
        }
        return response.body();
    }

    /** 429 and 503 say that nothing was done; another 5xx says nothing about it; the rest is a "no". */
    private CallException refused(URI uri, HttpResponse<String> response) {
        int status = response.statusCode();
        JsonNode error = error(response.body());
        String code = error == null ? "" : error.path("code").asText();
        String message = error == null ? "" : error.path("message").asText();
        Fate fate = Fate.REFUSED;
        if (status == 429 || status == 503 || (code.isEmpty() && status < 500)) {
            fate = Fate.NOT_APPLIED;
        } else if (status >= 500) {
            fate = Fate.UNKNOWN;
        }
        return new CallException(fate, code, uri + " answered " + status + " " + code + ": " + message);
    }

    private @Nullable JsonNode error(String body) {
        try {
            JsonNode tree = json.readTree(body);
            return tree == null ? null : tree.path("error");
        } catch (JsonProcessingException e) {
            // Not one of our bodies: a proxy's, perhaps.
            return null;
        }
    }

    private String text(Object body) {
        try {
            return json.writeValueAsString(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a record of the protocol does not become JSON", e);
        }
    }

    /** The body as this record. */
    public <T> T answer(String body, Class<T> type) throws CallException {
        try {
            return json.readValue(body, type);
        } catch (JsonProcessingException e) {
            throw new CallException(Fate.UNKNOWN, "", "an answer does not read as " + type.getSimpleName() + ": " + e);
        }
    }
}
