package io.ams.web.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.ams.testkit.process.NodeHttp;
import io.ams.testkit.process.ProcessCluster;
import io.ams.web.cli.demo.DemoTable;
import io.ams.web.cli.demo.DemoTable.Contents;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.apache.iceberg.DataOperations;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.rest.RESTCatalog;

/** A table that gets many small files, and what AMS tells of its upkeep. */
final class SmallFiles {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int ROWS = 5;
    private static final int IN_A_COMMIT = 10;
    /** Makes a task of about a dozen of the files, each of which is a fragment of it. */
    private static final String TARGET_BYTES = "16384";

    private final String name;
    private final Contents written;

    private SmallFiles(String name, Contents written) {
        this.name = name;
        this.written = written;
    }

    /**
     * Makes the table and commits its files, ten at a time; the last make upkeep due.
     *
     * @param group whose workers keep it up
     */
    static SmallFiles write(URI node, String name, String group, int files) throws IOException {
        try (RESTCatalog catalog = DemoTable.catalog(node, Optional.empty())) {
            DemoTable orders = DemoTable.create(catalog, name, ROWS);
            catalog.loadTable(TableIdentifier.parse(DemoTable.fullName(name)))
                    .updateProperties()
                    .set("self-optimizing.group", group)
                    .set("self-optimizing.target-size", TARGET_BYTES)
                    .set("self-optimizing.minor.trigger.file-count", String.valueOf(files))
                    .commit();
            Contents written = new Contents(0, 0);
            for (int number = 0; number < files; number += IN_A_COMMIT) {
                written = DemoTable.sum(written, orders.append(number, IN_A_COMMIT));
            }
            return new SmallFiles(name, written);
        }
    }

    /** How AMS sees it now. */
    JsonNode look(NodeHttp node) throws IOException {
        return node.get("/api/v1/tables/by-name?name=" + DemoTable.fullName(name))
                .good();
    }

    /** Its upkeep, newest first. */
    List<JsonNode> processes(NodeHttp node) throws IOException {
        String uuid = look(node).path("uuid").asText();
        JsonNode processes =
                node.get("/api/v1/tables/" + uuid + "/processes?limit=100").good();
        return StreamSupport.stream(processes.spliterator(), false).toList();
    }

    /** Waits until upkeep of the table has ended well, asking this node; returns it. */
    JsonNode awaitUpkeep(NodeHttp node) {
        return await("upkeep of " + name)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(
                        () -> processes(node).stream()
                                .filter(process ->
                                        process.path("state").asText().equals("SUCCESS"))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    /** Asserts that this process, and no other, was committed, once, and that no row was lost or made. */
    void assertCompactedOnce(NodeHttp node, JsonNode process) throws IOException {
        assertThat(processes(node)).as("processes of %s", name).containsExactly(process);
        assertThat(process.path("tasksDone")).isEqualTo(process.path("tasks"));
        assertThat(process.path("tasks").asInt())
                .as("tasks, to be more than one")
                .isGreaterThan(1);
        try (RESTCatalog catalog = DemoTable.catalog(node.base(), Optional.empty())) {
            Table table = catalog.loadTable(TableIdentifier.parse(DemoTable.fullName(name)));
            List<String> replaced = new ArrayList<>();
            for (Snapshot snapshot : table.snapshots()) {
                if (snapshot.operation().equals(DataOperations.REPLACE)) {
                    replaced.add(snapshot.summary().getOrDefault("ams.process-id", "of nobody"));
                }
            }
            assertThat(replaced).containsExactly(process.path("id").asText());
            DemoTable orders = DemoTable.open(catalog, name, ROWS);
            assertThat(orders.scan()).isEqualTo(written);
            assertThat(orders.files()).isEqualTo(process.path("outputFiles").asInt());
            assertThat(orders.files()).isEqualTo(process.path("tasks").asInt());
        }
        assertThat(look(node).path("dataFiles").asInt())
                .isEqualTo(process.path("outputFiles").asInt());
    }

    /** Makes a group whose tasks wait for workers of its own. */
    static void group(ProcessCluster cluster, String node, String name) throws IOException {
        cluster.http(node)
                .put("/api/v1/groups/" + name, Map.of("properties", Map.of()))
                .good();
    }
}
