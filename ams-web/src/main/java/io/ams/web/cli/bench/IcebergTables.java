package io.ams.web.cli.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Tables made for a run, over the Iceberg REST API as any client would. */
final class IcebergTables {
    /** A table: where it is reached on every node, and its id. */
    record Table(String path, String uuid) {}

    private static final String NAMESPACE = "bench";
    private static final Map<String, Object> SCHEMA = Map.of(
            "type",
            "struct",
            "schema-id",
            0,
            "fields",
            List.of(Map.of("id", 1, "name", "id", "required", true, "type", "long")));

    private final JsonHttp http;
    private final URI server;
    private final String root;

    private IcebergTables(JsonHttp http, URI server, String root) {
        this.http = http;
        this.server = server;
        this.root = root;
    }

    /** Makes the namespace. */
    static IcebergTables in(JsonHttp http, URI server) throws IOException {
        JsonNode config = http.get(server.resolve("/iceberg/v1/config"));
        String prefix = config.path("overrides")
                .path("prefix")
                .asText(config.path("defaults").path("prefix").asText(""));
        String root = "/iceberg/v1/" + (prefix.isEmpty() ? "" : prefix + "/") + "namespaces";
        http.post(server.resolve(root), Map.of("namespace", List.of(NAMESPACE)));
        return new IcebergTables(http, server, root);
    }

    List<Table> create(String prefix, int count) throws IOException {
        List<Table> tables = new ArrayList<>();
        String path = root + "/" + NAMESPACE + "/tables";
        for (int i = 0; i < count; i++) {
            JsonNode made = http.post(server.resolve(path), Map.of("name", prefix + i, "schema", SCHEMA));
            tables.add(new Table(
                    path + "/" + prefix + i,
                    made.path("metadata").path("table-uuid").asText()));
        }
        return tables;
    }

    /** A commit that sets one property, so that the metadata does not grow. */
    static String commit(Table table, long number) {
        return "{\"requirements\":[{\"type\":\"assert-table-uuid\",\"uuid\":\"" + table.uuid()
                + "\"}],\"updates\":[{\"action\":\"set-properties\",\"updates\":{\"bench.number\":\"" + number
                + "\"}}]}";
    }
}
