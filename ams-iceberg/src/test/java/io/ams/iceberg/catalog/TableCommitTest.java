package io.ams.iceberg.catalog;

import static io.ams.iceberg.catalog.Scene.USER;
import static io.ams.iceberg.catalog.Scene.append;
import static io.ams.iceberg.catalog.Scene.assertRefused;
import static io.ams.iceberg.catalog.Scene.get;
import static io.ams.iceberg.catalog.Scene.keyed;
import static io.ams.iceberg.catalog.Scene.name;
import static io.ams.iceberg.catalog.Scene.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.ams.op.ErrorCode;
import io.ams.raft.Consistency;
import io.ams.raft.Read;
import io.ams.raft.Reader;
import io.ams.state.View;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.apache.iceberg.HistoryEntry;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.SnapshotRefType;
import org.apache.iceberg.UpdateRequirement;
import org.apache.iceberg.rest.requests.UpdateTableRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableCommitTest {
    private Path warehouse;
    private Scene scene;

    @BeforeEach
    void open(@TempDir Path folder) {
        warehouse = folder;
        scene = new Scene(folder);
    }

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void a_commit_moves_the_pointer_and_tells_the_state_what_it_added() {
        CachedMetadata created = scene.create("t");
        CachedMetadata committed =
                scene.commit("t", append(created, 7, null)).join().value();

        assertThat(committed.location()).isNotEqualTo(created.location()).contains("/metadata/00001-");
        assertThat(scene.load("t").location()).isEqualTo(committed.location());
        assertThat(scene.row("t").getVersion()).isEqualTo(2);
        assertThat(scene.row("t").getSummary().getSnapshotId()).isEqualTo(7);
        assertThat(scene.row("t").getSummary().getDataFiles()).isEqualTo(3);
        assertThat(scene.row("t").getBacklog().getFiles()).isEqualTo(4);
        assertThat(scene.row("t").getBacklog().getBytes()).isEqualTo(300);
        assertThat(committed.metadata().previousFiles()).hasSize(1);
        CachedMetadata read = get(scene.anotherNode(scene.replica).tables().load(Consistency.STRICT, name("t")))
                .value();
        assertThat(read.json()).isEqualTo(committed.json());
    }

    @Test
    void of_two_nodes_that_each_put_the_first_snapshot_exactly_one_wins() {
        IcebergCatalog other = scene.anotherNode(scene.replica);
        for (int round = 0; round < 25; round++) {
            String table = "t" + round;
            CachedMetadata created = scene.create(table);
            raceIsWonOnce(other, table, append(created, 1, null), append(created, 2, null));
            assertThat(scene.load(table).metadata().snapshots()).hasSize(1);
        }
    }

    @Test
    void of_two_nodes_that_each_move_a_branch_from_where_it_was_exactly_one_wins_each_time() {
        IcebergCatalog other = scene.anotherNode(scene.replica);
        CachedMetadata created = scene.create("t");
        scene.commit("t", append(created, 1, null)).join();
        scene.commit("t", append(created, 2, 1L, 2)).join();
        scene.commit("t", moveBranch(null, 1)).join();
        for (int round = 0; round < 250; round++) {
            long from = 1L + round % 2;
            CachedMetadata won = raceIsWonOnce(other, "t", moveBranch(from, 3 - from), moveBranch(from, 3 - from));
            assertThat(won.metadata().ref("b").snapshotId()).isEqualTo(3 - from);
        }
        assertThat(scene.row("t").getVersion()).isEqualTo(254);
    }

    private static UpdateTableRequest moveBranch(@Nullable Long from, long to) {
        return new UpdateTableRequest(
                List.of(new UpdateRequirement.AssertRefSnapshotID("b", from)),
                List.of(new MetadataUpdate.SetSnapshotRef("b", to, SnapshotRefType.BRANCH, null, null, null)));
    }

    private CachedMetadata raceIsWonOnce(
            IcebergCatalog other, String table, UpdateTableRequest one, UpdateTableRequest two) {
        List<CompletableFuture<Read<CachedMetadata>>> answers = List.of(
                scene.catalog.commit(name(table), one, USER).toCompletableFuture(),
                other.commit(name(table), two, USER).toCompletableFuture());
        List<CachedMetadata> won = new ArrayList<>();
        for (CompletableFuture<Read<CachedMetadata>> answer : answers) {
            if (answer.handle((read, failure) -> failure == null).join()) {
                won.add(answer.join().value());
            } else {
                assertRefused(ErrorCode.REQUIREMENT_FAILED, answer::join);
            }
        }
        assertThat(won).hasSize(1);
        return won.get(0);
    }

    @Test
    void commits_that_wait_are_folded_and_each_is_in_the_history_and_remembered() {
        CachedMetadata created = scene.create("t");
        GatedReader gate = new GatedReader();
        IcebergCatalog node = scene.anotherNode(gate);
        int before = scene.submitter.tableCommands.get();

        List<CompletableFuture<Read<CachedMetadata>>> answers = new ArrayList<>();
        answers.add(commit(node, set("first", "1"), keyed("k0", "a")));
        answers.add(commit(node, append(created, 1, null), keyed("k1", "a")));
        answers.add(commit(node, append(created, 2, 1L, 2), keyed("k2", "a")));
        answers.add(commit(node, append(created, 3, null), keyed("k3", "a")));
        answers.add(commit(node, set("second", "2"), keyed("k4", "a")));
        answers.add(commit(node, set("second", "2"), keyed("k4", "a")));
        answers.add(commit(node, set("second", "3"), keyed("k4", "other")));
        gate.opened.complete(true);

        assertRefused(ErrorCode.REQUIREMENT_FAILED, () -> answers.get(3).join());
        assertRefused(ErrorCode.IDEMPOTENCY_KEY_REUSED, () -> answers.get(6).join());
        List.of(0, 1, 2, 4, 5).forEach(i -> answers.get(i).join());
        assertThat(scene.submitter.tableCommands.get() - before).isEqualTo(2);
        CachedMetadata after = scene.load("t");
        assertThat(after.metadata().snapshotLog())
                .extracting(HistoryEntry::snapshotId)
                .containsExactly(1L, 2L);
        assertThat(after.metadata().properties()).containsEntry("first", "1").containsEntry("second", "2");
        assertThat(answers.get(1).join().value().location()).isEqualTo(after.location());
        assertThat(scene.row("t").getBacklog().getFiles()).isEqualTo(8);
        for (String key : List.of("k0", "k1", "k2", "k4")) {
            Read<CachedMetadata> again = get(scene.catalog.commit(name("t"), set("never", "applied"), keyed(key, "a")));
            assertThat(again.value().location()).isEqualTo(after.location());
        }
        assertThat(scene.load("t").metadata().properties()).doesNotContainKey("never");
    }

    private static CompletableFuture<Read<CachedMetadata>> commit(
            IcebergCatalog node, UpdateTableRequest request, Caller caller) {
        return node.commit(name("t"), request, caller).toCompletableFuture();
    }

    /** Lets no read through until it is opened. */
    private final class GatedReader implements Reader {
        final CompletableFuture<Boolean> opened = new CompletableFuture<>();

        @Override
        public <T> CompletionStage<Read<T>> read(Consistency consistency, Function<View, T> function) {
            return opened.thenCompose(open -> scene.replica.read(consistency, function));
        }

        @Override
        public <T> Read<T> readLocal(Function<View, T> function) {
            return scene.replica.readLocal(function);
        }
    }

    private void overtakeWith(UpdateTableRequest request, Caller caller) {
        IcebergCatalog other = scene.anotherNode(scene.replica);
        scene.submitter.overtaking = () -> commit(other, request, caller).join();
        scene.submitter.next = FaultySubmitter.Fault.OVERTAKEN;
    }

    @Test
    void a_commit_that_lost_the_race_for_the_pointer_is_rebased_if_its_requirements_hold() {
        CachedMetadata created = scene.create("t");
        overtakeWith(append(created, 1, null), USER);

        CachedMetadata committed = scene.commit("t", set("a", "b")).join().value();

        assertThat(committed.metadata().currentSnapshot().snapshotId()).isEqualTo(1);
        assertThat(committed.metadata().properties()).containsEntry("a", "b");
        assertThat(scene.row("t").getVersion()).isEqualTo(3);
        assertThat(scene.metadataFiles()).hasSize(3);
    }

    @Test
    void a_commit_whose_requirement_was_overtaken_is_refused_and_leaves_no_file() {
        CachedMetadata created = scene.create("t");
        overtakeWith(append(created, 1, null), USER);
        CompletableFuture<Read<CachedMetadata>> answer = scene.commit("t", append(created, 2, null));
        assertRefused(ErrorCode.REQUIREMENT_FAILED, answer::join);
        assertThat(scene.metadataFiles()).hasSize(2);
    }

    @Test
    void a_commit_that_changes_nothing_writes_nothing() {
        CachedMetadata once = scene.create("t");
        int before = scene.submitter.tableCommands.get();
        UpdateTableRequest same = new UpdateTableRequest(
                List.of(),
                List.of(new MetadataUpdate.SetLocation(once.metadata().location())));
        CachedMetadata twice = scene.commit("t", same).join().value();
        assertThat(twice.location()).isEqualTo(once.location());
        assertThat(scene.submitter.tableCommands.get()).isEqualTo(before);
        assertThat(scene.metadataFiles()).hasSize(1);
    }

    @Test
    void an_unknown_outcome_keeps_the_file() {
        scene.create("t");
        scene.submitter.next = FaultySubmitter.Fault.UNKNOWN_LOST;
        CompletableFuture<Read<CachedMetadata>> answer = scene.commit("t", set("a", "b"));
        assertRefused(ErrorCode.OUTCOME_UNKNOWN, answer::join);
        assertThat(scene.metadataFiles()).hasSize(2);
        assertThat(scene.row("t").getVersion()).isEqualTo(1);
    }

    @Test
    void an_unknown_outcome_is_looked_up_before_it_is_answered() {
        scene.create("t");
        scene.submitter.next = FaultySubmitter.Fault.UNKNOWN_APPLIED;
        CachedMetadata committed = scene.commit("t", set("a", "b")).join().value();
        assertThat(committed.location()).isEqualTo(scene.row("t").getMetadataLocation());
        assertThat(scene.metadataFiles()).hasSize(2);
    }

    @Test
    void a_definite_refusal_removes_the_file() {
        scene.create("t");
        scene.submitter.next = FaultySubmitter.Fault.NO_LEADER;
        CompletableFuture<Read<CachedMetadata>> answer = scene.commit("t", set("a", "b"));
        assertRefused(ErrorCode.NO_LEADER, answer::join);
        assertThat(scene.metadataFiles()).hasSize(1);
        assertThat(scene.commit("t", set("a", "b")).join().value().metadata().properties())
                .containsEntry("a", "b");
    }

    @Test
    void a_key_answered_elsewhere_while_its_repetition_was_on_the_way_is_applied_once() {
        CachedMetadata created = scene.create("t");
        UpdateTableRequest request = append(created, 1, null);
        overtakeWith(request, keyed("k", "a"));

        CachedMetadata answer =
                commit(scene.catalog, request, keyed("k", "a")).join().value();

        assertThat(answer.location()).isEqualTo(scene.row("t").getMetadataLocation());
        assertThat(scene.row("t").getVersion()).isEqualTo(2);
        assertThat(scene.metadataFiles()).hasSize(2);
        assertRefused(
                ErrorCode.IDEMPOTENCY_KEY_REUSED,
                () -> commit(scene.catalog, set("a", "c"), keyed("k", "two")).join());
    }

    @Test
    void one_of_a_fold_that_the_state_refuses_does_not_take_the_others_with_it() {
        CachedMetadata taken = scene.create("other");
        scene.create("t");
        GatedReader gate = new GatedReader();
        IcebergCatalog node = scene.anotherNode(gate);
        CompletableFuture<Read<CachedMetadata>> first = commit(node, set("zero", "0"), USER);
        CompletableFuture<Read<CachedMetadata>> good = commit(node, set("a", "b"), USER);
        CompletableFuture<Read<CachedMetadata>> bad =
                commit(node, set("write.data.path", taken.metadata().location()), USER);
        gate.opened.complete(true);
        first.join();
        good.join();
        assertRefused(ErrorCode.LOCATION_TAKEN, bad::join);
        assertThat(scene.load("t").metadata().properties()).containsEntry("a", "b");
    }

    @Test
    void paths_outside_the_warehouse_are_refused_before_any_file_is_written() {
        scene.create("t");
        for (String key : List.of(
                "write.data.path", "write.metadata.path", "write.object-storage.path", "write.folder-storage.path")) {
            for (String path : List.of("file:/etc", "/tmp/elsewhere", "s3://bucket/x")) {
                assertRefused(
                        ErrorCode.LOCATION_OUTSIDE_WAREHOUSE,
                        () -> scene.commit("t", set(key, path)).join());
            }
            assertRefused(
                    ErrorCode.BAD_REQUEST,
                    () -> scene.commit("t", set(key, warehouse.toUri() + "../x"))
                            .join());
        }
        assertThat(scene.metadataFiles()).hasSize(1);
    }

    @Test
    void a_table_made_anew_under_the_name_refuses_the_commit_of_the_old_one() {
        CachedMetadata old = scene.create("t");
        get(scene.catalog.tables().drop(name("t"), false, USER));
        assertRefused(
                ErrorCode.TABLE_NOT_FOUND,
                () -> scene.commit("t", set("a", "b")).join());
        scene.create("t");
        UpdateTableRequest late = new UpdateTableRequest(
                List.of(new UpdateRequirement.AssertTableUUID(old.metadata().uuid())),
                List.of(new MetadataUpdate.SetProperties(Map.of("a", "b"))));
        assertRefused(
                ErrorCode.REQUIREMENT_FAILED, () -> scene.commit("t", late).join());
    }

    @Test
    void compressed_metadata_and_a_metadata_path_are_honoured() {
        CachedMetadata created = scene.create("t");
        String path = created.metadata().location() + "/elsewhere/";
        scene.commit("t", set("write.metadata.compression-codec", "gzip")).join();
        CachedMetadata moved =
                scene.commit("t", set("write.metadata.path", path)).join().value();
        assertThat(moved.location()).startsWith(path + "00002-").endsWith(".gz.metadata.json");
        CachedMetadata read = get(scene.anotherNode(scene.replica).tables().load(Consistency.STRICT, name("t")))
                .value();
        assertThat(read.json()).isEqualTo(moved.json());
    }

    @Test
    void many_writers_of_one_table_on_two_nodes_lose_nothing() {
        scene.create("t");
        IcebergCatalog other = scene.anotherNode(scene.replica);
        List<CompletableFuture<Read<CachedMetadata>>> answers = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            IcebergCatalog node = i % 2 == 0 ? scene.catalog : other;
            answers.add(commit(node, set("p" + i, "v"), keyed("key" + i, "a")));
        }
        answers.forEach(CompletableFuture::join);
        Map<String, String> properties = scene.load("t").metadata().properties();
        for (int i = 0; i < 100; i++) {
            assertThat(properties).containsEntry("p" + i, "v");
        }
        assertThat(scene.metadataFiles()).hasSize((int) scene.row("t").getVersion());
    }
}
