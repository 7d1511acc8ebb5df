package io.ams.web.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * The cluster as one node tells it, put beside what each node says of itself.
 *
 * @param cluster the answer of {@code GET /cluster}
 * @param selves the answer of {@code GET /nodes/self} of each node that gave one, by id
 */
record ClusterView(JsonNode cluster, Map<String, JsonNode> selves) {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** Asks one node for the cluster, and then every node for itself, all at once. Works without a leader. */
    static ClusterView of(ApiClient asked, Connection connection) {
        JsonNode answer = asked.get("/cluster", ApiClient.LOCAL);
        String askedId = answer.path("nodeId").asText();
        JsonNode cluster = leaders(answer, connection);
        Map<String, CompletableFuture<JsonNode>> pending = new LinkedHashMap<>();
        for (JsonNode node : cluster.path("nodes")) {
            String id = node.path("id").asText();
            if (!node.path("state").asText().equals("GONE")) {
                ApiClient client = id.equals(askedId)
                        ? asked
                        : url(node).map(connection::client).orElse(null);
                pending.put(id, CompletableFuture.supplyAsync(() -> self(client)));
            }
        }
        Map<String, JsonNode> selves = new LinkedHashMap<>();
        pending.forEach((id, told) -> {
            JsonNode self = told.join();
            if (!self.isMissingNode()) {
                selves.put(id, self);
            }
        });
        return new ClusterView(cluster, selves);
    }

    /** The leader's own answer in place of this one, where it is within reach: only a leader knows how far the others are. */
    private static JsonNode leaders(JsonNode answer, Connection connection) {
        String leader = answer.path("leaderId").asText("");
        if (leader.isEmpty() || leader.equals(answer.path("nodeId").asText())) {
            return answer;
        }
        return StreamSupport.stream(answer.path("nodes").spliterator(), false)
                .filter(node -> node.path("id").asText().equals(leader))
                .flatMap(node -> url(node).stream())
                .map(url -> get(connection.client(url), "/cluster"))
                .filter(told -> told.path("leaderId").asText("").equals(leader))
                .findFirst()
                .orElse(answer);
    }

    /** The members that have not left. */
    List<JsonNode> nodes() {
        return StreamSupport.stream(cluster.path("nodes").spliterator(), false)
                .filter(node -> !node.path("state").asText().equals("GONE"))
                .toList();
    }

    boolean reachable(String id) {
        return selves.containsKey(id);
    }

    /** What the node says of itself; missing if it did not answer. */
    JsonNode self(String id) {
        return selves.getOrDefault(id, MissingNode.getInstance());
    }

    Optional<String> leader() {
        return Optional.ofNullable(cluster.path("leaderId").asText(null)).filter(id -> !id.isEmpty());
    }

    long voters() {
        return nodes().stream()
                .filter(node -> node.path("voter").asBoolean(true))
                .count();
    }

    long reachableVoters() {
        return nodes().stream()
                .filter(node -> node.path("voter").asBoolean(true))
                .filter(node -> reachable(node.path("id").asText()))
                .count();
    }

    /** How many more voters may fail before writes stop; negative if they have stopped. Counts what answers now. */
    long tolerance() {
        return reachableVoters() - (voters() / 2 + 1);
    }

    /** A leader, and every member answers. */
    boolean whole() {
        return leader().isPresent() && nodes().size() == selves.size();
    }

    /** The cluster's answer, each node with a field {@code self}: what it says, or null if it did not answer. */
    JsonNode toJson() {
        ObjectNode copy = cluster.deepCopy();
        for (JsonNode node : copy.path("nodes")) {
            if (node instanceof ObjectNode object) {
                JsonNode self = self(node.path("id").asText());
                object.set("self", self.isMissingNode() ? null : self);
            }
        }
        return copy;
    }

    private static Optional<URI> url(JsonNode node) {
        String address = node.path("httpAddress").asText("");
        if (address.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(URI.create(address.contains("://") ? address : "http://" + address));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static JsonNode self(@Nullable ApiClient client) {
        return client == null ? MissingNode.getInstance() : get(client, "/nodes/self");
    }

    private static JsonNode get(ApiClient client, String path) {
        try {
            return client.within(PATIENCE).get(path, ApiClient.LOCAL);
        } catch (CliException e) {
            return MissingNode.getInstance();
        }
    }
}
