package io.ams.web.it;

import com.fasterxml.jackson.databind.JsonNode;
import io.ams.testkit.process.Answer;
import io.ams.testkit.process.NodeHttp;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A table spoken to in bare Iceberg REST, so that each answer is seen as it comes. Its snapshots are empty: they name a manifest
 * list that nobody reads. Safe for many threads.
 */
final class RawTable {
    private static final String NAMESPACES = "/iceberg/v1/default/namespaces";
    private static final String NAMESPACE = "raw";
    private static final Map<String, Object> SCHEMA = Map.of(
            "type",
            "struct",
            "schema-id",
            0,
            "fields",
            List.of(Map.of("id", 1, "name", "id", "required", true, "type", "long")));

    private final String path;

    /**
     * What the next commit builds on.
     *
     * @param snapshot the newest snapshot, below 0 for none
     */
    record State(String uuid, String location, long snapshot, long sequence) {
        static State of(JsonNode loaded) {
            JsonNode metadata = loaded.path("metadata");
            return new State(
                    metadata.path("table-uuid").asText(),
                    metadata.path("location").asText(),
                    metadata.path("current-snapshot-id").asLong(-1),
                    metadata.path("last-sequence-number").asLong());
        }
    }

    private RawTable(String path) {
        this.path = path;
    }

    /** Makes a table that upkeep leaves alone, and the namespace if there is none. */
    static RawTable create(NodeHttp node, String name) throws IOException {
        Answer namespace = node.post(NAMESPACES, Map.of("namespace", List.of(NAMESPACE)));
        if (namespace.status() != 409) {
            namespace.good();
        }
        String tables = NAMESPACES + "/" + NAMESPACE + "/tables";
        node.post(
                        tables,
                        Map.of(
                                "name",
                                name,
                                "schema",
                                SCHEMA,
                                "properties",
                                Map.of("self-optimizing.enabled", "false", "format-version", "2")))
                .good();
        return new RawTable(tables + "/" + name);
    }

    Answer load(NodeHttp node) throws IOException {
        return node.get(path);
    }

    /** Commits an empty snapshot with this id and time, if the newest one is still that of the state. */
    Answer append(NodeHttp node, State state, long id, long timeMillis) throws IOException {
        Map<String, Object> snapshot = new LinkedHashMap<>();
        snapshot.put("snapshot-id", id);
        Map<String, Object> newest = new LinkedHashMap<>(Map.of("type", "assert-ref-snapshot-id", "ref", "main"));
        newest.put("snapshot-id", state.snapshot() < 0 ? null : state.snapshot());
        if (state.snapshot() >= 0) {
            snapshot.put("parent-snapshot-id", state.snapshot());
        }
        snapshot.put("sequence-number", state.sequence() + 1);
        snapshot.put("timestamp-ms", timeMillis);
        snapshot.put("manifest-list", state.location() + "/metadata/snap-" + id + ".avro");
        snapshot.put("summary", Map.of("operation", "append", "added-data-files", "0"));
        snapshot.put("schema-id", 0);
        return commit(
                node,
                state,
                List.of(newest),
                List.of(
                        Map.of("action", "add-snapshot", "snapshot", snapshot),
                        Map.of("action", "set-snapshot-ref", "ref-name", "main", "type", "branch", "snapshot-id", id)));
    }

    /** Sets one property, whatever else happens to the table. */
    Answer setProperty(NodeHttp node, State state, String key) throws IOException {
        return commit(
                node, state, List.of(), List.of(Map.of("action", "set-properties", "updates", Map.of(key, "set"))));
    }

    private Answer commit(NodeHttp node, State state, List<Map<String, Object>> requirements, List<?> updates)
            throws IOException {
        List<Object> all = new ArrayList<>(requirements);
        all.add(Map.of("type", "assert-table-uuid", "uuid", state.uuid()));
        return node.post(path, Map.of("requirements", all, "updates", updates));
    }

    @Override
    public String toString() {
        return path;
    }
}
