package io.ams.iceberg.catalog;

import static io.ams.iceberg.catalog.Scene.assertRefused;
import static io.ams.iceberg.catalog.Scene.get;
import static io.ams.iceberg.catalog.Scene.name;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.ams.op.ErrorCode;
import io.ams.op.Operations;
import io.ams.proto.AddColumn;
import io.ams.proto.DdlAnnounce;
import io.ams.proto.DdlDecided;
import io.ams.proto.DdlGroupCreate;
import io.ams.proto.DdlJoin;
import io.ams.proto.DdlMode;
import io.ams.proto.DdlVerdict;
import io.ams.proto.DropColumn;
import io.ams.proto.SchemaChange;
import io.ams.proto.ShardColumn;
import io.ams.proto.ShardSchema;
import io.ams.raft.Submission;
import io.ams.state.Columns;
import io.ams.state.Keys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotParser;
import org.apache.iceberg.rest.requests.UpdateTableRequest;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shards' changes in real metadata files, and in the race with whoever else moves the table's pointer. */
class ShardGroupsTest {
    private static final Submission BY = Submission.by("test");
    private static final String GROUP = "g";

    private final Scene scene;

    ShardGroupsTest(@TempDir Path warehouse) {
        scene = new Scene(warehouse);
    }

    @BeforeEach
    void aGroupOfTwo() {
        scene.create("t");
        DdlGroupCreate group = DdlGroupCreate.newBuilder()
                .setGroup(GROUP)
                .setMode(DdlMode.OPTIMISTIC)
                .build();
        get(scene.catalog.groups().create(name("t"), group, BY));
        join("a");
        join("b");
    }

    @AfterEach
    void close() {
        scene.close();
    }

    private void join(String shard) {
        ShardColumn id = ShardColumn.newBuilder()
                .setName("id")
                .setType("long")
                .setRequired(true)
                .build();
        DdlJoin join = DdlJoin.newBuilder()
                .setGroup(GROUP)
                .setShard(shard)
                .setSchema(ShardSchema.newBuilder().addColumns(id))
                .build();
        get(scene.catalog.groups().change(Operations.DDL_JOIN, join, BY));
    }

    private static SchemaChange add(String column, String type) {
        return SchemaChange.newBuilder()
                .setAdd(AddColumn.newBuilder()
                        .setColumn(ShardColumn.newBuilder().setName(column).setType(type)))
                .build();
    }

    private static SchemaChange drop(String column) {
        return SchemaChange.newBuilder()
                .setDrop(DropColumn.newBuilder().addPath(column))
                .build();
    }

    private DdlDecided announce(String shard, long seq, SchemaChange change) {
        return get(scene.catalog.groups().change(Operations.DDL_ANNOUNCE, announcement(shard, seq, change), BY))
                .value();
    }

    private static DdlAnnounce announcement(String shard, long seq, SchemaChange change) {
        return DdlAnnounce.newBuilder()
                .setGroup(GROUP)
                .setShard(shard)
                .setSeq(seq)
                .addChanges(change)
                .build();
    }

    @Test
    void what_was_made_under_a_key_is_answered_again_without_the_table() {
        scene.create("u");
        DdlGroupCreate group = DdlGroupCreate.newBuilder().setGroup("keyed").build();
        Submission keyed = BY.withKey("k", ByteString.copyFromUtf8("hash"));
        long index = get(scene.catalog.groups().create(name("u"), group, keyed));
        get(scene.catalog.tables().drop(name("u"), false, Scene.USER));

        assertThat(get(scene.catalog.groups().create(name("u"), group, keyed))).isEqualTo(index);
        assertThatThrownBy(() -> get(scene.catalog.groups().create(name("u"), group, BY)))
                .hasMessageContaining("u");
    }

    private Schema schema() {
        return scene.load("t").metadata().schema();
    }

    private static UpdateTableRequest schemaChange(Schema schema) {
        return new UpdateTableRequest(
                List.of(), List.of(new MetadataUpdate.AddSchema(schema), new MetadataUpdate.SetCurrentSchema(-1)));
    }

    @Test
    void the_table_has_the_column_when_the_announcement_is_answered_and_only_the_first_costs_a_file() {
        DdlDecided first = announce("a", 1, add("c", "int"));
        int files = scene.metadataFiles().size();
        DdlDecided second = announce("b", 1, add("c", "int"));

        assertThat(first.getVerdict()).isEqualTo(DdlVerdict.VERDICT_APPLIED);
        assertThat(schema().findField("c").type()).isEqualTo(Types.IntegerType.get());
        assertThat(first.getSchemaId()).isEqualTo(schema().schemaId());
        assertThat(scene.row("t").getMetadataLocation()).isEqualTo(first.getMetadataLocation());
        assertThat(second.getSchemaId()).isEqualTo(first.getSchemaId());
        assertThat(second.getMetadataLocation()).isEmpty();
        assertThat(scene.metadataFiles()).hasSize(files);
    }

    @Test
    void what_a_user_changed_in_the_table_is_joined_and_never_overwritten() {
        announce("a", 1, add("c", "int"));
        Schema now = schema();
        List<Types.NestedField> columns = new ArrayList<>(now.columns());
        columns.set(1, Types.NestedField.optional(2, "renamed", Types.LongType.get()));
        columns.add(Types.NestedField.optional(3, "by_user", Types.StringType.get()));
        get(scene.commit("t", schemaChange(new Schema(columns))));

        DdlDecided bound = announce("a", 2, add("by_user", "string"));
        DdlDecided other = announce("b", 1, add("c", "int"));

        assertThat(bound.getSteps(0).getDetail()).contains("field 3");
        assertThat(other.getSteps(0).getDetail()).as("bound by the name it had").contains("field 2");
        assertThat(schema().findField(2).name()).isEqualTo("renamed");
        assertThat(schema().findField(2).type()).isEqualTo(Types.LongType.get());
        assertThat(schema().columns()).hasSize(3);
    }

    @Test
    void a_conflict_with_the_partition_spec_ends_by_itself_when_a_user_changes_the_spec() {
        announce("a", 1, add("c", "int"));
        PartitionSpec byColumn =
                PartitionSpec.builderFor(schema()).identity("c").build();
        get(scene.commit("t", specChange(byColumn)));

        assertThat(announce("a", 2, drop("c")).getVerdict()).isEqualTo(DdlVerdict.VERDICT_BLOCKED);
        // The spec that the table began with.
        get(scene.commit(
                "t", new UpdateTableRequest(List.of(), List.of(new MetadataUpdate.SetDefaultPartitionSpec(0)))));

        await().untilAsserted(() -> assertThat(schema().findField("c")).isNull());
        assertThat(scene.replica
                        .readLocal(view -> view.get(Columns.DDL_GROUPS, GROUP)
                                .orElseThrow()
                                .getPending())
                        .value())
                .isZero();
    }

    private static UpdateTableRequest specChange(PartitionSpec spec) {
        return new UpdateTableRequest(
                List.of(),
                List.of(new MetadataUpdate.AddPartitionSpec(spec), new MetadataUpdate.SetDefaultPartitionSpec(-1)));
    }

    @Test
    void announcements_and_commits_of_data_race_on_two_nodes_and_all_of_them_land() {
        IcebergCatalog other = scene.anotherNode(scene.replica);
        List<CompletableFuture<?>> all = new ArrayList<>();
        for (int i = 1; i <= 20; i++) {
            all.add(scene.catalog
                    .groups()
                    .change(Operations.DDL_ANNOUNCE, announcement("a", i, add("a" + i, "int")), BY)
                    .toCompletableFuture());
            all.add(other.commit(name("t"), Scene.set("key" + i, "v"), Scene.USER)
                    .toCompletableFuture());
            all.add(scene.commit("t", Scene.set("own" + i, "v")));
            CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
        }

        assertThat(schema().columns()).hasSize(21);
        assertThat(scene.load("t").metadata().properties()).containsKeys("key1", "key20", "own1", "own20");
    }

    @Test
    void a_plan_that_was_overtaken_is_made_anew_and_its_file_is_removed() {
        scene.submitter.overtaking = () -> get(scene.replica.submit(
                Operations.TABLE_COMMIT,
                TableCommands.commit(scene.row("t"), scene.load("t").metadata(), copy("t"))
                        .build(),
                BY));
        scene.submitter.next = FaultySubmitter.Fault.OVERTAKEN;

        announce("a", 1, add("c", "int"));

        assertThat(schema().findField("c")).isNotNull();
        assertThat(scene.row("t").getVersion()).isEqualTo(3);
        assertThat(scene.metadataFiles()).hasSize(3);
    }

    private org.apache.iceberg.TableMetadata copy(String table) {
        return MetadataFiles.write(
                        scene.files.of(scene.replica
                                .readLocal(view -> StateLookup.catalog(view, "default"))
                                .value()),
                        scene.load(table).metadata(),
                        7)
                .metadata();
    }

    @Test
    void after_an_unknown_outcome_the_file_is_kept_and_the_announcement_can_be_made_again() {
        scene.submitter.next = FaultySubmitter.Fault.UNKNOWN_APPLIED;

        assertRefused(ErrorCode.OUTCOME_UNKNOWN, () -> announce("a", 1, add("c", "int")));
        DdlDecided again = announce("a", 1, add("c", "int"));

        assertThat(again.getRepeated()).isTrue();
        assertThat(schema().findField("c")).isNotNull();
    }

    @Test
    void rows_written_by_old_bindings_are_refused_alone() {
        long old = epoch("a");
        announce("a", 1, add("c", "int"));

        CompletableFuture<?> stale = scene.commit("t", claiming(1, old));
        CompletableFuture<?> right = scene.commit("t", claiming(2, epoch("a")));

        assertRefused(ErrorCode.DDL_BINDING_STALE, stale::join);
        right.join();
        assertThat(scene.load("t").metadata().snapshots()).hasSize(1);
    }

    private long epoch(String shard) {
        return scene.replica
                .readLocal(view -> view.get(Columns.DDL_MEMBERS, new Keys.ShardKey(GROUP, shard))
                        .orElseThrow()
                        .getBindingEpoch())
                .value();
    }

    private UpdateTableRequest claiming(long id, long epoch) {
        CachedMetadata base = scene.load("t");
        String json = "{\"snapshot-id\":" + id + ",\"sequence-number\":"
                + (base.metadata().lastSequenceNumber() + 1) + ",\"timestamp-ms\":"
                + (base.metadata().lastUpdatedMillis() + 1)
                + ",\"summary\":{\"operation\":\"append\",\"" + BindingClaims.GROUP + "\":\"" + GROUP + "\",\""
                + BindingClaims.SHARD + "\":\"a\",\"" + BindingClaims.EPOCH + "\":\"" + epoch
                + "\"},\"manifest-list\":\"" + base.metadata().location() + "/metadata/snap-" + id
                + ".avro\",\"schema-id\":0}";
        Snapshot snapshot = SnapshotParser.fromJson(json);
        return new UpdateTableRequest(List.of(), List.of(new MetadataUpdate.AddSnapshot(snapshot)));
    }
}
