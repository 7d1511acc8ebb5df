package io.ams.optimizer.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ams.optimizer.client.CallException.Fate;
import io.ams.optimizer.protocol.CompleteRequest;
import io.ams.optimizer.protocol.FailRequest;
import io.ams.optimizer.protocol.HeartbeatAnswer;
import io.ams.optimizer.protocol.HeartbeatRequest;
import io.ams.optimizer.protocol.LeasedTask;
import io.ams.optimizer.protocol.PollAnswer;
import io.ams.optimizer.protocol.PollRequest;
import io.ams.optimizer.protocol.RegisterAnswer;
import io.ams.optimizer.protocol.RegisterRequest;
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

/** The worker protocol over HTTP: JSON bodies under {@code /api/v1/workers}. */
public final class HttpAmsClient implements AmsClient {
    private static final String BASE = "/api/v1/workers";
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(10);

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT).build();
    private final ObjectMapper json = new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    private final Optional<String> token;

    /**
     * @param token sent as bearer token, empty for none
     */
    public HttpAmsClient(Optional<String> token) {
        this.token = token;
    }

    @Override
    public RegisterAnswer register(String node, RegisterRequest request) throws CallException, InterruptedException {
        return answer(post(node + BASE, request, CALL_TIMEOUT, ""), RegisterAnswer.class);
    }

    @Override
    public HeartbeatAnswer heartbeat(String node, String worker, HeartbeatRequest request)
            throws CallException, InterruptedException {
        return answer(post(of(node, worker) + "/heartbeat", request, CALL_TIMEOUT, ""), HeartbeatAnswer.class);
    }

    @Override
    public PollAnswer poll(String node, String worker, PollRequest request) throws CallException, InterruptedException {
        Duration timeout = CALL_TIMEOUT.plusMillis(request.waitMillis());
        return answer(post(of(node, worker) + "/poll", request, timeout, ""), PollAnswer.class);
    }

    @Override
    public void complete(String node, String worker, LeasedTask task, CompleteRequest request)
            throws CallException, InterruptedException {
        post(of(node, worker, task) + "/complete", request, CALL_TIMEOUT, key("complete", worker, task));
    }

    @Override
    public void fail(String node, String worker, LeasedTask task, FailRequest request)
            throws CallException, InterruptedException {
        post(of(node, worker, task) + "/fail", request, CALL_TIMEOUT, key("fail", worker, task));
    }

    @Override
    public void leave(String node, String worker) throws CallException, InterruptedException {
        send(HttpRequest.newBuilder(URI.create(of(node, worker))).DELETE().timeout(CALL_TIMEOUT));
    }

    private static String of(String node, String worker) {
        return node + BASE + "/" + segment(worker);
    }

    private static String of(String node, String worker, LeasedTask task) {
        return of(node, worker) + "/tasks/" + segment(task.processId()) + "/" + task.number();
    }

    /** One result is one request, however often it is handed in. */
    private static String key(String what, String worker, LeasedTask task) {
        return what + ":" + worker + ":" + task.processId() + ":" + task.number() + ":" + task.attempt();
    }

    private static String segment(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private String post(String url, Object body, Duration timeout, String idempotencyKey)
            throws CallException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .timeout(timeout)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(text(body)));
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

    private <T> T answer(String body, Class<T> type) throws CallException {
        try {
            return json.readValue(body, type);
        } catch (JsonProcessingException e) {
            throw new CallException(Fate.UNKNOWN, "", "an answer does not read as " + type.getSimpleName() + ": " + e);
        }
    }
}
