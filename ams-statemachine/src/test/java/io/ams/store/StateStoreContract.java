package io.ams.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ams.proto.SettingRow;
import io.ams.state.ChangeSet;
import io.ams.state.Column;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.LogPosition;
import io.ams.state.Rows;
import io.ams.state.StateDigest;
import io.ams.state.View;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every store promises, whatever it keeps its rows in. */
public abstract class StateStoreContract {
    @TempDir
    protected Path temp = Path.of("replaced by JUnit before each test");

    protected StateStore store = new MemoryStore();

    /** A new, empty store. */
    protected abstract StateStore create(Path directory);

    @BeforeEach
    void open() {
        store = create(temp.resolve("store"));
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void isEmptyAtFirst() {
        assertThat(store.applied()).isEqualTo(Applied.NOTHING);
        assertThat(store.durable()).isEqualTo(Applied.NOTHING);
        for (Column<?, ?> column : Columns.ALL) {
            assertThat(Rows.any(store.live(), column, KeyRange.all()))
                    .as("%s", column)
                    .isFalse();
        }
    }

    @Test
    void aCommitMovesRowsPositionAndDigestTogether() {
        LogPosition at = new LogPosition(3, 17, 12345);

        Applied applied = store.commit(put("a", 1), at);

        assertThat(applied.position()).isEqualTo(at);
        assertThat(applied.digest()).isEqualTo(digestOf(Map.of("a", row(1))));
        assertThat(store.applied()).isEqualTo(applied);
        assertThat(version(store.live(), "a")).contains(1L);
        StateSnapshot read = store.read(snapshot -> {
            assertThat(version(snapshot.view(), "a")).contains(1L);
            return snapshot;
        });
        assertThat(read.applied()).isEqualTo(applied);
    }

    @Test
    void ofSeveralChangesOfAKeyTheLastStands() {
        store.commit(put("gone", 1), new LogPosition(1, 1, 0));
        ChangeSet changes = ChangeSet.builder()
                .addAll(put("a", 1))
                .addAll(put("a", 2))
                .addAll(put("b", 1))
                .delete(Columns.SETTINGS, "b")
                .delete(Columns.SETTINGS, "gone")
                .addAll(put("gone", 5))
                .delete(Columns.SETTINGS, "never")
                .build();

        Applied applied = store.commit(changes, new LogPosition(1, 2, 0));

        assertThat(version(store.live(), "a")).contains(2L);
        assertThat(version(store.live(), "b")).isEmpty();
        assertThat(version(store.live(), "gone")).contains(5L);
        assertThat(applied.digest()).isEqualTo(digestOf(Map.of("a", row(2), "gone", row(5))));
    }

    @Test
    void deletingEverythingLeavesTheDigestOfNothing() {
        store.commit(put("a", 1), new LogPosition(1, 1, 0));

        Applied applied =
                store.commit(ChangeSet.builder().delete(Columns.SETTINGS, "a").build(), new LogPosition(1, 2, 0));

        assertThat(applied.digest()).isEqualTo(StateDigest.EMPTY);
    }

    @Test
    void anEmptyCommitMovesThePositionOnly() {
        StateDigest digest = store.commit(put("a", 1), new LogPosition(1, 1, 5)).digest();

        Applied applied = store.commit(ChangeSet.empty(), new LogPosition(2, 9, 6));

        assertThat(applied).isEqualTo(new Applied(new LogPosition(2, 9, 6), digest));
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void holdsWhatAPlainMapHolds(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        TreeMap<String, SettingRow> model = new TreeMap<>();
        for (int index = 1; index <= 100; index++) {
            store.commit(randomChanges(random, model), new LogPosition(1, index, index));
        }

        assertThat(Rows.first(store.live(), Columns.SETTINGS, KeyRange.all(), Integer.MAX_VALUE))
                .isEqualTo(new ArrayList<>(model.entrySet()));
        assertThat(store.applied().digest()).isEqualTo(digestOf(model));
        String after = "k" + random.nextInt(60);
        assertThat(Rows.first(
                        store.live(),
                        Columns.SETTINGS,
                        KeyRange.prefix(out -> out.openText("k2")).after(Columns.SETTINGS, after),
                        4))
                .isEqualTo(model.tailMap(after, false).entrySet().stream()
                        .filter(entry -> entry.getKey().startsWith("k2"))
                        .limit(4)
                        .toList());
    }

    @Test
    void aSnapshotDoesNotSeeLaterCommits() throws Exception {
        store.commit(put("a", 1), new LogPosition(1, 1, 0));
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch committed = new CountDownLatch(1);
        CompletableFuture<List<Object>> seen = CompletableFuture.supplyAsync(() -> store.read(snapshot -> {
            reading.countDown();
            await(committed);
            return List.of(
                    version(snapshot.view(), "a").orElse(-1L),
                    version(snapshot.view(), "b").isPresent(),
                    snapshot.applied().index());
        }));
        reading.await();
        store.commit(ChangeSet.builder().addAll(put("a", 2)).addAll(put("b", 2)).build(), new LogPosition(1, 2, 0));
        committed.countDown();

        assertThat(seen.get()).containsExactly(1L, false, 1L);
        assertThat(version(store.live(), "a")).contains(2L);
    }

    /** Wide rows may be kept decoded, which must not be seen. */
    @Test
    void aWideRowIsReadAsOfEachSnapshotInAnyOrder() {
        store.commit(putWide("a", 1), new LogPosition(1, 1, 0));
        List<Optional<Long>> seen = store.read(old -> {
            List<Optional<Long>> versions = new ArrayList<>();
            versions.add(version(old.view(), "a"));
            store.commit(putWide("a", 2), new LogPosition(1, 2, 0));
            versions.add(version(old.view(), "a"));
            versions.add(version(store.live(), "a"));
            versions.add(version(old.view(), "a"));
            store.commit(ChangeSet.builder().delete(Columns.SETTINGS, "a").build(), new LogPosition(1, 3, 0));
            versions.add(version(store.live(), "a"));
            versions.add(version(old.view(), "a"));
            return versions;
        });

        assertThat(seen)
                .containsExactly(
                        Optional.of(1L),
                        Optional.of(1L),
                        Optional.of(2L),
                        Optional.of(1L),
                        Optional.empty(),
                        Optional.of(1L));
    }

    private static ChangeSet putWide(String key, long version) {
        SettingRow wide = row(version).toBuilder().setValue("v".repeat(10_000)).build();
        return ChangeSet.builder().put(Columns.SETTINGS, key, wide).build();
    }

    @Test
    void aFlushMakesWhatIsAppliedDurable() {
        Applied applied = store.commit(put("a", 1), new LogPosition(1, 1, 0));
        assertThat(store.durable()).isEqualTo(Applied.NOTHING);

        assertThat(store.flush()).isEqualTo(applied);
        assertThat(store.durable()).isEqualTo(applied);
    }

    @Test
    void aCheckpointRestoresTheStateAsOfThenElsewhere() {
        Applied then = store.commit(put("a", 1), new LogPosition(1, 1, 0));
        Path checkpoint = temp.resolve("checkpoint");
        assertThat(store.checkpoint(checkpoint)).isEqualTo(then);
        store.commit(put("a", 2), new LogPosition(1, 2, 0));

        try (StateStore other = create(temp.resolve("other"))) {
            other.commit(put("elsewhere", 9), new LogPosition(7, 700, 0));
            assertThat(other.restore(checkpoint)).isEqualTo(then);

            assertThat(other.applied()).isEqualTo(then);
            assertThat(other.durable()).isEqualTo(then);
            assertThat(version(other.live(), "a")).contains(1L);
            assertThat(version(other.live(), "elsewhere")).isEmpty();
            Applied next = other.commit(put("a", 2), new LogPosition(1, 2, 0));
            assertThat(next).isEqualTo(store.applied());
        }
    }

    @Test
    void aCheckpointGoesIntoANewDirectoryOnly() throws Exception {
        Path there = Files.createDirectory(temp.resolve("there"));
        assertThatThrownBy(() -> store.checkpoint(there)).isInstanceOf(StoreFailedException.class);
    }

    @Test
    void whatIsNoCheckpointCannotBeRestored() {
        assertThatThrownBy(() -> store.restore(temp.resolve("nowhere"))).isInstanceOf(StoreFailedException.class);
    }

    @Test
    void readersSeeEitherTheOldStateOrTheNewOneWhileItIsReplaced() throws Exception {
        store.commit(both(1), new LogPosition(1, 1, 0));
        Path checkpoint = temp.resolve("checkpoint");
        store.checkpoint(checkpoint);
        store.commit(both(2), new LogPosition(1, 2, 0));
        AtomicBoolean stop = new AtomicBoolean();
        CountDownLatch reads = new CountDownLatch(50);
        List<CompletableFuture<Void>> readers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            readers.add(CompletableFuture.runAsync(() -> {
                while (!stop.get()) {
                    readBoth();
                    reads.countDown();
                }
            }));
        }
        reads.await();
        store.restore(checkpoint);
        store.commit(both(3), new LogPosition(1, 3, 0));
        stop.set(true);

        CompletableFuture.allOf(readers.toArray(new CompletableFuture<?>[0])).get();
        assertThat(version(store.live(), "a")).contains(3L);
    }

    private void readBoth() {
        store.read(snapshot -> {
            Optional<Long> a = version(snapshot.view(), "a");
            assertThat(a).contains(snapshot.applied().index());
            assertThat(version(snapshot.view(), "b")).isEqualTo(a);
            return a;
        });
    }

    private static ChangeSet both(long version) {
        return ChangeSet.builder()
                .addAll(put("a", version))
                .addAll(put("b", version))
                .build();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static ChangeSet randomChanges(SplittableRandom random, Map<String, SettingRow> model) {
        ChangeSet.Builder changes = ChangeSet.builder();
        for (int i = random.nextInt(5); i > 0; i--) {
            String key = "k" + random.nextInt(60);
            if (random.nextInt(3) == 0) {
                changes.delete(Columns.SETTINGS, key);
                model.remove(key);
            } else {
                SettingRow row = row(random.nextInt(1000));
                changes.put(Columns.SETTINGS, key, row);
                model.put(key, row);
            }
        }
        return changes.build();
    }

    /** Puts one setting. */
    protected static ChangeSet put(String key, long version) {
        return ChangeSet.builder().put(Columns.SETTINGS, key, row(version)).build();
    }

    /** The version of one setting. */
    protected static Optional<Long> version(View view, String key) {
        return view.get(Columns.SETTINGS, key).map(SettingRow::getVersion);
    }

    private static SettingRow row(long version) {
        return SettingRow.newBuilder().setVersion(version).setValue("v").build();
    }

    private static StateDigest digestOf(Map<String, SettingRow> settings) {
        StateDigest digest = StateDigest.EMPTY;
        for (Map.Entry<String, SettingRow> entry : settings.entrySet()) {
            digest = digest.plus(
                    Columns.SETTINGS.id(),
                    Columns.SETTINGS.encode(entry.getKey()),
                    entry.getValue().toByteArray());
        }
        return digest;
    }
}
