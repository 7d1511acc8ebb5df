package io.ams.iceberg.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.google.protobuf.ByteString;
import io.ams.iceberg.files.FileIOs;
import io.ams.op.ErrorCode;
import io.ams.op.Operations;
import io.ams.proto.ClusterInit;
import io.ams.proto.TableRow;
import io.ams.raft.AmsException;
import io.ams.raft.Consistency;
import io.ams.raft.Read;
import io.ams.raft.Reader;
import io.ams.raft.Submission;
import io.ams.testkit.SoloReplica;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotParser;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.SnapshotRefType;
import org.apache.iceberg.UpdateRequirement;
import org.apache.iceberg.rest.requests.CreateTableRequest;
import org.apache.iceberg.rest.requests.UpdateTableRequest;
import org.apache.iceberg.types.Types;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/** A cluster of one with a warehouse on disk, the namespace {@code ns}, and a catalog on top. */
final class Scene implements AutoCloseable {
    static final Schema SCHEMA = new Schema(Types.NestedField.required(1, "id", Types.LongType.get()));
    static final Caller USER = Caller.of("user");

    final Path warehouse;
    final SoloReplica replica = new SoloReplica();
    final FaultySubmitter submitter = new FaultySubmitter(replica);
    final ExecutorService blocking = Executors.newFixedThreadPool(4);
    final FileIOs files = new FileIOs();
    final IcebergCatalog catalog;

    Scene(Path warehouse) {
        this.warehouse = warehouse;
        ClusterInit init = ClusterInit.newBuilder()
                .setClusterId("c1")
                .setBucketCount(16)
                .setDefaultWarehouse(warehouse.toUri().toString())
                .build();
        get(replica.submit(Operations.CLUSTER_INIT, init, Submission.by("test")))
                .orThrow();
        catalog = anotherNode(replica);
        get(catalog.namespaces().create("default", List.of("ns"), Map.of(), USER));
    }

    /** A catalog with a cache of its own on the same state, as on another node. */
    IcebergCatalog anotherNode(Reader reader) {
        return new IcebergCatalog(submitter, reader, files, new MetadataCache(10_000_000, blocking), blocking);
    }

    static <T> T get(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    static TableName name(String table) {
        return new TableName("default", List.of("ns"), table);
    }

    CachedMetadata create(String table) {
        return get(catalog.createTable(name(table), request(table), USER)).value();
    }

    static CreateTableRequest request(String table) {
        return CreateTableRequest.builder().withName(table).withSchema(SCHEMA).build();
    }

    CompletableFuture<Read<CachedMetadata>> commit(String table, UpdateTableRequest request) {
        return catalog.commit(name(table), request, USER).toCompletableFuture();
    }

    static UpdateTableRequest set(String key, String value) {
        return new UpdateTableRequest(List.of(), List.of(new MetadataUpdate.SetProperties(Map.of(key, value))));
    }

    /** A commit that puts a snapshot on a main branch that must be at the parent. */
    static UpdateTableRequest append(CachedMetadata base, long id, @Nullable Long parent) {
        return append(base, id, parent, base.metadata().lastSequenceNumber() + 1);
    }

    static UpdateTableRequest append(CachedMetadata base, long id, @Nullable Long parent, long sequence) {
        String json = "{\"snapshot-id\":" + id + (parent == null ? "" : ",\"parent-snapshot-id\":" + parent)
                + ",\"sequence-number\":" + sequence
                + ",\"timestamp-ms\":" + (base.metadata().lastUpdatedMillis() + sequence)
                + ",\"summary\":{\"operation\":\"append\",\"added-data-files\":\"3\",\"added-files-size\":\"300\","
                + "\"added-delete-files\":\"1\",\"total-data-files\":\"3\",\"total-delete-files\":\"1\","
                + "\"total-records\":\"30\",\"total-files-size\":\"300\"},\"manifest-list\":\""
                + base.metadata().location() + "/metadata/snap-" + id + ".avro\",\"schema-id\":0}";
        Snapshot snapshot = SnapshotParser.fromJson(json);
        return new UpdateTableRequest(
                List.of(new UpdateRequirement.AssertRefSnapshotID(SnapshotRef.MAIN_BRANCH, parent)),
                List.of(
                        new MetadataUpdate.AddSnapshot(snapshot),
                        new MetadataUpdate.SetSnapshotRef(
                                SnapshotRef.MAIN_BRANCH, id, SnapshotRefType.BRANCH, null, null, null)));
    }

    static Caller keyed(String key, String request) {
        return new Caller("user", key, ByteString.copyFromUtf8(request));
    }

    CachedMetadata load(String table) {
        return get(catalog.tables().load(Consistency.STRICT, name(table))).value();
    }

    TableRow row(String table) {
        return replica.readLocal(
                        view -> StateLookup.findTable(view, name(table)).orElseThrow())
                .value();
    }

    /** The metadata files below the warehouse. */
    List<String> metadataFiles() {
        try (Stream<Path> all = Files.walk(warehouse)) {
            return all.map(path ->
                            path.toString().substring(warehouse.toString().length()))
                    .filter(file -> file.contains(".metadata.json"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void assertRefused(ErrorCode code, ThrowingCallable call) {
        Throwable thrown = catchThrowable(call);
        Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
        assertThat(cause)
                .isInstanceOfSatisfying(
                        AmsException.class,
                        refusal ->
                                assertThat(refusal.code()).as(refusal.detail()).isEqualTo(code));
    }

    @Override
    public void close() {
        blocking.shutdownNow();
        files.close();
    }
}
