package io.ams.web.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ams.raft.node.ExitCode;
import io.ams.raft.node.NodeSettings;
import io.ams.raft.node.StartRefusedException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node of a cluster that another node wants to join, spoken to by its management API. */
final class ClusterDoor {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterDoor.class);
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration CALL = Duration.ofMinutes(4);
    private static final Duration GLANCE = Duration.ofSeconds(3);
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final URI cluster;
    private final Optional<String> token;
    private final ObjectMapper json = new ObjectMapper();
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    ClusterDoor(URI cluster, Optional<String> token) {
        this.cluster = cluster;
        this.token = token;
    }

    /** @throws StartRefusedException if the node there does not answer who it is */
    UUID clusterId() {
        try {
            return askForClusterId(CALL);
        } catch (IOException e) {
            throw refused(e.toString());
        }
    }

    /** The same, but empty if no answer comes soon. */
    Optional<UUID> clusterIdIfThere() {
        try {
            return Optional.of(askForClusterId(GLANCE));
        } catch (IOException e) {
            LOG.info("not asked which cluster it is of url={} reason={}", cluster, e.toString());
            return Optional.empty();
        }
    }

    private UUID askForClusterId(Duration timeout) throws IOException {
        HttpResponse<String> answer =
                send(request("/api/v1/nodes/self").timeout(timeout).GET().build());
        JsonNode id = json.readTree(answer.body()).path("clusterId");
        if (answer.statusCode() != 200 || !id.isTextual()) {
            throw new IOException("it answered " + answer.statusCode() + " " + answer.body());
        }
        return UUID.fromString(id.asText());
    }

    private StartRefusedException refused(String why) {
        return new StartRefusedException(ExitCode.JOIN_FAILED, "no cluster to join at " + cluster + ": " + why);
    }

    /**
     * Asks, in the background and for some minutes, to be taken in.
     *
     * @param member whether the node is in by now: whoever was asked may have ended before it could answer
     */
    void askToJoin(NodeSettings settings, String incarnation, BooleanSupplier member, Consumer<String> onRefused) {
        ObjectNode body = json.createObjectNode()
                .put("id", settings.id())
                .put("raftAddress", settings.raftAddress())
                .put("httpAddress", settings.httpAddress())
                .put("incarnation", incarnation);
        HttpRequest request = request("/api/v1/peers")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
                .build();
        Thread thread = new Thread(() -> ask(request, member, onRefused), "ams-join");
        thread.setDaemon(true);
        thread.start();
    }

    private void ask(HttpRequest request, BooleanSupplier member, Consumer<String> onRefused) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        String last = "";
        try {
            while (System.nanoTime() - deadline < 0) {
                if (member.getAsBoolean()) {
                    LOG.info("joined cluster={}", cluster);
                    return;
                }
                try {
                    HttpResponse<String> answer = send(request);
                    if (answer.statusCode() < 300) {
                        LOG.info("joined cluster={}", cluster);
                        return;
                    }
                    last = answer.statusCode() + " " + message(answer.body());
                    if (answer.statusCode() < 500 && answer.statusCode() != 429) {
                        break;
                    }
                } catch (IOException e) {
                    last = e.toString();
                }
                LOG.info("not joined yet cluster={} answer={}", cluster, last);
                Thread.sleep(PAUSE.toMillis());
            }
            if (member.getAsBoolean()) {
                return;
            }
            onRefused.accept("the cluster at " + cluster + " did not take this node in: " + last);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What an AMS says in words, or the body as it came. */
    private String message(String body) {
        try {
            JsonNode message = json.readTree(body).path("error").path("message");
            return message.isTextual() ? message.asText() : body;
        } catch (JsonProcessingException notJson) {
            return body;
        }
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(cluster.resolve(path)).timeout(CALL);
        token.ifPresent(text -> request.header("Authorization", "Bearer " + text));
        return request;
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException {
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
