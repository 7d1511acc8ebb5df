package io.ams.web.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.codahale.metrics.MetricRegistry;
import io.ams.iceberg.catalog.IcebergCatalog;
import io.ams.iceberg.catalog.MetadataCache;
import io.ams.iceberg.files.FileIOs;
import io.ams.iceberg.files.LocalFileIO;
import io.ams.op.Operations;
import io.ams.proto.ClusterInit;
import io.ams.raft.Submission;
import io.ams.testkit.SoloReplica;
import io.ams.web.AmsApplication;
import io.ams.web.AmsServer;
import io.ams.web.AmsWebSettings;
import io.ams.web.WebExtensions;
import io.ams.web.resource.TableVerdicts.Verdict;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.NamespaceNotEmptyException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.rest.RESTCatalog;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Iceberg's own client, and requests by hand, against the served catalog. */
class RestCatalogTest {
    private static final Schema SCHEMA = new Schema(Types.NestedField.required(1, "id", Types.LongType.get()));
    private static final TableIdentifier T = TableIdentifier.of("ns", "t");

    private final ExecutorService blocking = Executors.newFixedThreadPool(4);
    private final FileIOs files = new FileIOs();
    private final HttpClient http = HttpClient.newHttpClient();
    private AmsServer server;
    private RESTCatalog client;

    @BeforeEach
    void open(@TempDir Path folder) {
        SoloReplica replica = new SoloReplica();
        ClusterInit init = ClusterInit.newBuilder()
                .setClusterId("c1")
                .setBucketCount(16)
                .setDefaultWarehouse(folder.resolve("warehouse").toUri().toString())
                .build();
        replica.submit(Operations.CLUSTER_INIT, init, Submission.by("test"))
                .toCompletableFuture()
                .join()
                .orThrow();
        IcebergCatalog catalog =
                new IcebergCatalog(replica, replica, files, new MetadataCache(10_000_000, blocking), blocking);
        WebExtensions extensions = new WebExtensions(
                IcebergResources.of(catalog, blocking),
                (view, table) -> new Verdict(100, "IDLE", "nothing to do"),
                IcebergErrorTypes::of);
        server = AmsServer.start(new AmsApplication(
                replica, AmsWebSettings.of("solo", "127.0.0.1", 0, folder), extensions, new MetricRegistry()));
        client = new RESTCatalog();
        client.initialize(
                "ams",
                Map.of(
                        CatalogProperties.URI,
                        "http://127.0.0.1:" + server.httpPort() + "/iceberg",
                        CatalogProperties.FILE_IO_IMPL,
                        LocalFileIO.class.getName(),
                        "rest-page-size",
                        "2"));
        client.createNamespace(Namespace.of("ns"));
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        server.close();
        blocking.shutdownNow();
        files.close();
    }

    private static DataFile dataFile(Table table, String name) {
        return DataFiles.builder(PartitionSpec.unpartitioned())
                .withPath(table.location() + "/data/" + name + ".parquet")
                .withFileSizeInBytes(100)
                .withRecordCount(10)
                .build();
    }

    @Test
    void a_table_is_created_appended_to_changed_and_dropped() {
        Table table = client.createTable(T, SCHEMA);
        assertThat(client.tableExists(T)).isTrue();
        for (String name : List.of("a", "b", "c")) {
            table.newAppend().appendFile(dataFile(table, name)).commit();
        }
        table.updateSchema().addColumn("more", Types.StringType.get()).commit();
        table.updateProperties().set("k", "v").commit();

        Table loaded = client.loadTable(T);
        assertThat(loaded.snapshots()).hasSize(3);
        assertThat(loaded.history()).hasSize(3);
        assertThat(loaded.currentSnapshot().summary()).containsEntry("total-data-files", "3");
        assertThat(loaded.schema().findField("more")).isNotNull();
        assertThat(loaded.properties()).containsEntry("k", "v");
        assertThatThrownBy(() -> client.createTable(T, SCHEMA))
                .isInstanceOf(AlreadyExistsException.class)
                .hasMessageContaining("Table already exists: ns.t");
        assertThatThrownBy(() -> client.dropNamespace(Namespace.of("ns")))
                .isInstanceOf(NamespaceNotEmptyException.class);

        assertThat(client.dropTable(T, true)).isTrue();
        assertThat(client.tableExists(T)).isFalse();
        assertThatThrownBy(() -> client.loadTable(T)).isInstanceOf(NoSuchTableException.class);
        assertThat(client.dropNamespace(Namespace.of("ns"))).isTrue();
    }

    @Test
    void two_clients_append_through_their_own_tables_and_both_are_kept() {
        Table one = client.createTable(T, SCHEMA);
        Table two = client.loadTable(T);
        one.newAppend().appendFile(dataFile(one, "a")).commit();
        two.newAppend().appendFile(dataFile(two, "b")).commit();
        one.refresh();
        assertThat(one.currentSnapshot().summary()).containsEntry("total-data-files", "2");
    }

    @Test
    void a_table_is_created_in_a_transaction_and_replaced_in_one() {
        Transaction creation = client.buildTable(T, SCHEMA).createTransaction();
        creation.newAppend().appendFile(dataFile(creation.table(), "a")).commit();
        assertThat(client.tableExists(T)).isFalse();
        creation.commitTransaction();
        assertThat(client.loadTable(T).snapshots()).hasSize(1);

        Transaction replacement = client.buildTable(T, SCHEMA).replaceTransaction();
        replacement.newAppend().appendFile(dataFile(replacement.table(), "b")).commit();
        replacement.commitTransaction();
        assertThat(client.loadTable(T).currentSnapshot().summary()).containsEntry("total-data-files", "1");
    }

    @Test
    void listings_are_paged_through_to_the_end() {
        for (int i = 0; i < 5; i++) {
            client.createTable(TableIdentifier.of("ns", "t" + i), SCHEMA);
            client.createNamespace(Namespace.of("ns", "child" + i), new HashMap<>(Map.of("n", "" + i)));
        }
        assertThat(client.listTables(Namespace.of("ns"))).hasSize(5);
        assertThat(client.listNamespaces(Namespace.of("ns"))).hasSize(5);
        assertThat(client.loadNamespaceMetadata(Namespace.of("ns", "child3"))).containsEntry("n", "3");
        assertThatThrownBy(() -> client.listTables(Namespace.of("none"))).isInstanceOf(NoSuchNamespaceException.class);
    }

    @Test
    void names_of_any_letters_round_trip_on_every_route() {
        for (String odd : List.of("a b", "a+b", "a/b", "a%b", "a%2Fb", "a\\b", "a.b", "ü?#&=;", "'\"*")) {
            Namespace namespace = Namespace.of("ns", odd);
            TableIdentifier table = TableIdentifier.of(namespace, odd);
            client.createNamespace(namespace);
            client.setProperties(namespace, new HashMap<>(Map.of("k", odd)));
            assertThat(client.loadNamespaceMetadata(namespace)).as(odd).containsEntry("k", odd);
            Table created = client.createTable(table, SCHEMA);
            created.updateProperties().set("k", odd).commit();
            assertThat(client.listTables(namespace)).containsExactly(table);
            assertThat(client.tableExists(table)).isTrue();
            assertThat(client.loadTable(table).properties()).containsEntry("k", odd);
            assertThat(client.dropTable(table, false)).isTrue();
            assertThat(client.dropNamespace(namespace)).isTrue();
        }
    }

    @Test
    void a_location_outside_the_warehouse_is_a_bad_request() {
        assertThatThrownBy(() -> client.buildTable(T, SCHEMA)
                        .withLocation("file:/etc/ams")
                        .create())
                .isInstanceOf(BadRequestException.class);
    }

    private HttpResponse<String> send(String method, String path, String body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.httpPort() + "/iceberg/v1" + path))
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void the_config_names_the_prefix_what_is_served_and_how_long_keys_live() throws Exception {
        assertThat(send("GET", "/config", "").body())
                .contains("\"prefix\":\"default\"", "PT30M", "POST /v1/{prefix}/namespaces/{namespace}/tables/{table}")
                .doesNotContain("views", "transactions", "register", "rename");
        HttpResponse<String> unknown = send("GET", "/config?warehouse=none", "");
        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(unknown.body()).contains("\"type\":\"NoSuchWarehouseException\"", "\"code\":404");
    }

    @Test
    void a_load_that_changed_nothing_is_answered_304_and_each_snapshot_mode_has_its_own_tag() throws Exception {
        Table table = client.createTable(T, SCHEMA);
        table.newAppend().appendFile(dataFile(table, "a")).commit();
        table.newAppend().appendFile(dataFile(table, "b")).commit();
        String path = "/default/namespaces/ns/tables/t";
        HttpResponse<String> all = send("GET", path + "?snapshots=all", "");
        HttpResponse<String> refs = send("GET", path + "?snapshots=refs", "");
        String etag = all.headers().firstValue("ETag").orElseThrow();
        assertThat(etag).startsWith("\"").endsWith("\"");
        assertThat(refs.headers().firstValue("ETag").orElseThrow()).isNotEqualTo(etag);
        assertThat(all.body().split("\"manifest-list\"", -1)).hasSize(3);
        assertThat(refs.body().split("\"manifest-list\"", -1)).hasSize(2);
        assertThat(all.headers().firstValue("X-AMS-Index")).isPresent();

        HttpResponse<String> same = send("GET", path, "", "If-None-Match", etag);
        assertThat(same.statusCode()).isEqualTo(304);
        assertThat(same.body()).isEmpty();
        assertThat(send("GET", path + "?snapshots=refs", "", "If-None-Match", etag)
                        .statusCode())
                .isEqualTo(200);
        table.updateProperties().set("a", "b").commit();
        assertThat(send("GET", path, "", "If-None-Match", etag).statusCode()).isEqualTo(200);
        assertThat(send("GET", path + "?snapshots=some", "").statusCode()).isEqualTo(400);
    }

    @Test
    void every_refusal_has_icebergs_body_and_the_right_status() throws Exception {
        client.createTable(T, SCHEMA);
        String table = "/default/namespaces/ns/tables/t";
        String unknownUpdate = "{\"requirements\":[],\"updates\":[{\"action\":\"foo\"}]}";
        String unknownRequirement = "{\"requirements\":[{\"type\":\"foo\"}],\"updates\":[]}";
        for (String body : List.of(unknownUpdate, unknownRequirement, "{", "null", "[]")) {
            HttpResponse<String> answer = send("POST", table, body);
            assertThat(answer.statusCode()).as(body + answer.body()).isEqualTo(400);
            assertThat(answer.body()).contains("\"code\":400");
        }
        HttpResponse<String> failed = send(
                "POST", table, "{\"requirements\":[{\"type\":\"assert-table-uuid\",\"uuid\":\"x\"}],\"updates\":[]}");
        assertThat(failed.statusCode()).isEqualTo(409);
        assertThat(failed.body()).contains("CommitFailedException", "Requirement failed: ");
        assertThat(send("HEAD", table, "").statusCode()).isEqualTo(204);
        HttpResponse<String> missing = send("HEAD", table + "x", "");
        assertThat(missing.statusCode()).isEqualTo(404);
        assertThat(missing.body()).isEmpty();
        assertThat(send("HEAD", "/default/namespaces/none", "").statusCode()).isEqualTo(404);
        HttpResponse<String> view = send("GET", "/default/namespaces/ns/views/v", "");
        assertThat(view.statusCode()).isEqualTo(404);
        assertThat(view.body()).contains("\"error\"", "\"code\":404");
        assertThat(send("GET", "/default/namespaces/ns/tables?pageToken=garbage", "")
                        .statusCode())
                .isEqualTo(400);
        assertThat(send("GET", "/default/namespaces/ns/tables?pageToken=&pageSize=0", "")
                        .statusCode())
                .isEqualTo(400);
        assertThat(send("DELETE", table + "?purgeRequested=perhaps", "").statusCode())
                .isEqualTo(400);
        assertThat(send("DELETE", table + "?purgeRequested=True", "").statusCode())
                .isEqualTo(204);
    }

    @Test
    void a_repeated_key_is_answered_again_and_with_another_body_refused() throws Exception {
        client.createTable(T, SCHEMA);
        String table = "/default/namespaces/ns/tables/t";
        String set = "{\"requirements\":[],\"updates\":[{\"action\":\"set-properties\",\"updates\":{\"k\":\"v\"}}]}";
        HttpResponse<String> first = send("POST", table, set, "Idempotency-Key", "key-1");
        HttpResponse<String> again = send("POST", table, set, "Idempotency-Key", "key-1");
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(send("POST", table, set.replace("\"v\"", "\"w\""), "Idempotency-Key", "key-1")
                        .statusCode())
                .isEqualTo(422);
    }

    @Test
    void reports_are_taken() {
        Table table = client.createTable(T, SCHEMA);
        table.newAppend().appendFile(dataFile(table, "a")).commit();
        assertThat(table.newScan().planFiles()).hasSize(1);
    }
}
