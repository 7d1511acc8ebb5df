package io.ams.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.ams.iceberg.catalog.Caller;
import io.ams.iceberg.catalog.IcebergCatalog;
import io.ams.iceberg.catalog.MetadataCache;
import io.ams.iceberg.catalog.TableName;
import io.ams.iceberg.files.FileIOs;
import io.ams.op.Operations;
import io.ams.proto.ClusterInit;
import io.ams.raft.Submission;
import io.ams.testkit.SoloReplica;
import io.ams.web.resource.ChangeSignal;
import io.ams.web.resource.Doors;
import io.ams.web.resource.ShardGroupResource;
import io.ams.web.resource.ShardResource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.iceberg.Schema;
import org.apache.iceberg.rest.requests.CreateTableRequest;
import org.apache.iceberg.types.Types;

/** A served node with a warehouse on disk and a table, {@code ns.orders} at first, which has a long {@code id}, for shards to feed. */
final class ShardScene implements AutoCloseable {
    static final String GROUPS = "/api/v1/ddl/groups";
    static final String ORDERS = GROUPS + "/orders";
    private static final Caller USER = Caller.of("user");

    /** What the resources of shards are told of the replica, which takes note of their reads. */
    final StandIn reader = new StandIn();

    final SoloReplica replica = reader.solo;
    final Web web;
    private int tables;
    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final FileIOs files = new FileIOs();
    private final ChangeSignal signal = ChangeSignal.ofAnnouncements(threads);
    private final IcebergCatalog catalog =
            new IcebergCatalog(replica, replica, files, new MetadataCache(10_000_000, threads), threads);

    ShardScene(Path folder) {
        this(folder, AmsWebSettings.of("solo", "127.0.0.1", 0, folder));
    }

    ShardScene(Path folder, AmsWebSettings settings) {
        ClusterInit init = ClusterInit.newBuilder()
                .setClusterId("c1")
                .setBucketCount(4)
                .setDefaultWarehouse(folder.resolve("warehouse").toUri().toString())
                .build();
        get(replica.submit(Operations.CLUSTER_INIT, init, Submission.by("test")))
                .orThrow();
        get(catalog.namespaces().create("default", List.of("ns"), Map.of(), USER));
        table("orders");
        replica.subscribe(signal);
        Doors doors = new Doors(reader, threads);
        web = Web.open(
                replica,
                settings,
                List.of(
                        new ShardGroupResource(doors, catalog.groups()),
                        new ShardResource(doors, catalog.groups(), signal)));
    }

    /** Begins anew: no group, and a table that nothing happened to for those to come. */
    void renew() {
        web.delete(ORDERS);
        tables++;
        table(table());
    }

    /** The table that groups of this scene are over. */
    String table() {
        return tables == 0 ? "orders" : "orders" + tables;
    }

    void table(String name) {
        Schema schema = new Schema(Types.NestedField.required(1, "id", Types.LongType.get()));
        CreateTableRequest request =
                CreateTableRequest.builder().withName(name).withSchema(schema).build();
        get(catalog.createTable(name(name), request, USER));
    }

    void dropTable(String name) {
        get(catalog.tables().drop(name(name), false, USER));
    }

    private static TableName name(String table) {
        return new TableName("default", List.of("ns"), table);
    }

    static <T> T get(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    /** The group {@code orders} over the table. */
    ShardScene group(String mode) {
        done(web.post(GROUPS, body("{'name':'orders','table':'ns." + table() + "','mode':'" + mode + "'}")));
        return this;
    }

    /** A shard with a column {@code id} and these. */
    ShardScene joined(String shard, String columns) {
        done(web.put(shard(shard), createTable(columns)));
        return this;
    }

    static String createTable(String columns) {
        return body("{'createTable':'CREATE TABLE o (id BIGINT NOT NULL PRIMARY KEY" + columns + ")'}");
    }

    static String shard(String name) {
        return ORDERS + "/shards/" + name;
    }

    /** What becomes of this statement behind {@code ALTER TABLE}. */
    JsonNode announced(String shard, long seq, String alteration) {
        return done(announce(shard, seq, alteration));
    }

    Web.Answer announce(String shard, long seq, String alteration) {
        return web.post(
                shard(shard) + "/announcements", body("{'seq':" + seq + ",'sql':'ALTER TABLE o " + alteration + "'}"));
    }

    /** A body with double quotes for single ones. */
    static String body(String text) {
        return text.replace('\'', '"');
    }

    static JsonNode done(Web.Answer answer) {
        assertThat(answer.status()).as(answer.body()).isIn(200, 201);
        return answer.json();
    }

    static void refused(Web.Answer answer, int status, String code) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.errorCode()).as(answer.body()).isEqualTo(code);
        assertThat(answer.json().at("/error/message").asText()).isNotBlank();
    }

    /** The node begins to stop: who waits is told so. */
    void stopWaits() {
        signal.close();
    }

    @Override
    public void close() {
        web.close();
        threads.shutdownNow();
        files.close();
    }
}
