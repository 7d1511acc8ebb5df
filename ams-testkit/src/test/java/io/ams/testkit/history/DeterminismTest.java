package io.ams.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.apply.Applier;
import io.ams.op.Operation;
import io.ams.op.Operations;
import io.ams.proto.Outcome;
import io.ams.state.Column;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.Rows;
import io.ams.state.View;
import io.ams.store.MemoryStore;
import io.ams.store.StateStore;
import io.ams.store.rocks.RocksStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The same history gives the same state, whatever the store, the cut, the interruptions and the machine. */
class DeterminismTest {
    private static final int LENGTH = 900;

    /** Shorter, for what is checked after every single command. */
    private static final int CHECKED_LENGTH = 600;

    /** Rows that say how the commands were cut into batches, or at which index they came. */
    private static final Set<Column<?, ?>> OF_THE_CUT = Set.of(Columns.APPLIED, Columns.SUBMITTERS, Columns.REQUESTS);

    @TempDir
    private Path temp = Path.of("replaced by JUnit before each test");

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4})
    void bothStoresGiveTheSameOutcomesAndTheSameDigest(long seed) {
        LogCut log = LogCut.of(HistoryGenerator.ofAll(seed).history(LENGTH), 7, 3);
        MemoryStore memory = new MemoryStore();
        List<Outcome> inMemory = log.applyTo(applier(memory), 1);
        try (RocksStore rocks = new RocksStore(temp.resolve("rocks"))) {
            List<Outcome> onDisk = log.applyTo(applier(rocks), 1);

            assertThat(onDisk).isEqualTo(inMemory);
            assertThat(rocks.applied()).isEqualTo(memory.applied());
            for (Column<?, ?> column : Columns.ALL) {
                assertThat(rows(rocks.live(), column)).as("%s", column).isEqualTo(storedRows(memory, column));
            }
        }
    }

    /** The applied position is a row on disk and a field in memory. */
    private static List<String> storedRows(MemoryStore memory, Column<?, ?> column) {
        return column.equals(Columns.APPLIED)
                ? List.of(
                        Map.entry(io.ams.state.Keys.Single.KEY, memory.applied().toRow())
                                .toString())
                : rows(memory.live(), column);
    }

    @ParameterizedTest(name = "batches of {0}, {1} an entry")
    @CsvSource({"1,1", "2,1", "3,2", "7,1", "7,5", "64,1", "64,2", "1,64", "1000000,1"})
    void everyCutGivesTheSameStateAndTheSameAnswers(int batchSize, int batchesPerEntry) {
        for (long seed = 1; seed <= 2; seed++) {
            List<Timed> history = HistoryGenerator.ofAll(seed).history(LENGTH);
            MemoryStore one = new MemoryStore();
            List<Outcome> expected = LogCut.of(history, 5, 1).applyTo(applier(one), 1);
            MemoryStore other = new MemoryStore();
            List<Outcome> outcomes =
                    LogCut.of(history, batchSize, batchesPerEntry).applyTo(applier(other), 1);

            assertThat(withoutIndex(outcomes)).as("seed %s", seed).isEqualTo(withoutIndex(expected));
            for (Column<?, ?> column : Columns.ALL) {
                if (!OF_THE_CUT.contains(column)) {
                    assertThat(rowsWithoutIndex(other.live(), column))
                            .as("%s, seed %s", column, seed)
                            .isEqualTo(rowsWithoutIndex(one.live(), column));
                }
            }
        }
    }

    @ParameterizedTest(name = "the last {0} entries again")
    @ValueSource(ints = {1, 2, 16, 100, 200})
    void aRestartThatReplaysTheLastEntriesChangesNothing(int again) {
        LogCut log = LogCut.of(HistoryGenerator.ofAll(11).history(LENGTH), 3, 1);
        int size = log.entries().size();
        MemoryStore undisturbed = new MemoryStore();
        List<Outcome> expected = log.applyTo(applier(undisturbed), 1);
        List<Outcome> outcomes = new ArrayList<>();
        try (RocksStore store = new RocksStore(temp.resolve("rocks"))) {
            Applier applier = applier(store);
            outcomes.addAll(log.before(size - 50).applyTo(applier, 1));
            applier.flush();
        }
        try (RocksStore store = new RocksStore(temp.resolve("rocks"))) {
            Applier applier = applier(store);
            outcomes.addAll(log.from(size - 50 - again).applyTo(applier, size - 50 - again + 1));

            assertThat(outcomes).isEqualTo(expected);
            assertThat(store.applied()).isEqualTo(undisturbed.applied());
        }
    }

    @ParameterizedTest(name = "checkpoint after {0} entries")
    @ValueSource(ints = {1, 77, 200})
    void aCheckpointAndTheTailOfTheLogGiveTheSameState(int entries) {
        LogCut log = LogCut.of(HistoryGenerator.ofAll(12).history(LENGTH), 4, 1);
        try (RocksStore leader = new RocksStore(temp.resolve("leader"));
                RocksStore joiner = new RocksStore(temp.resolve("joiner"))) {
            Applier leading = applier(leader);
            log.before(entries).applyTo(leading, 1);
            leader.checkpoint(temp.resolve("checkpoint"));
            List<Outcome> expected = log.from(entries).applyTo(leading, entries + 1);

            Applier joining = applier(joiner);
            joiner.restore(temp.resolve("checkpoint"));
            joining.reset();

            assertThat(log.from(entries).applyTo(joining, entries + 1)).isEqualTo(expected);
            assertThat(joiner.applied()).isEqualTo(leader.applied());
        }
    }

    @Test
    void anotherLocaleZoneAndHashSeedGiveTheSameDigest() throws IOException, InterruptedException {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UnlockExperimentalVMOptions",
                        "-XX:hashCode=2",
                        "-Duser.language=tr",
                        "-Duser.country=TR",
                        "-Duser.timezone=Asia/Kathmandu",
                        "-Dfile.encoding=ISO-8859-9",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HistoryDigest.class.getName(),
                        "5",
                        Integer.toString(LENGTH))
                .redirectErrorStream(true)
                .start();
        String printed = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(child.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(printed.strip()).isEqualTo("tr 345 " + HistoryDigest.of(5, LENGTH));
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {21, 22, 23})
    void whatIsKeptTwiceIsTheSameInBothPlacesAfterEveryCommand(long seed) {
        MemoryStore store = new MemoryStore();
        Applier applier = applier(store);
        LogCut log = LogCut.of(HistoryGenerator.ofAll(seed).history(CHECKED_LENGTH), 1, 1);
        for (int i = 0; i < log.entries().size(); i++) {
            log.from(i).before(1).applyTo(applier, i + 1);
            assertThat(UpkeepInvariants.broken(store.live()))
                    .as("after command %s: %s", i, log.entries().get(i))
                    .isEmpty();
        }
    }

    @Test
    void historiesAcceptAndRefuseCommandsOfEveryOperation() {
        Map<io.ams.proto.Command.BodyCase, int[]> counts = new EnumMap<>(io.ams.proto.Command.BodyCase.class);
        for (long seed = 1; seed <= 6; seed++) {
            List<Timed> history = HistoryGenerator.ofAll(seed).history(2 * LENGTH);
            List<Outcome> outcomes = LogCut.of(history, 10, 1).applyTo(applier(new MemoryStore()), 1);
            for (int i = 0; i < history.size(); i++) {
                int[] count = counts.computeIfAbsent(history.get(i).command().getBodyCase(), body -> new int[2]);
                count[outcomes.get(i).hasAccepted() ? 0 : 1]++;
            }
        }
        for (Operation<?, ?> operation : Operations.all()) {
            int[] count = counts.getOrDefault(operation.body(), new int[2]);
            assertThat(count[0]).as("accepted %s", operation.name()).isPositive();
            assertThat(count[1]).as("refused %s", operation.name()).isPositive();
        }
    }

    private static Applier applier(StateStore store) {
        return new Applier(store, new Operations(), List.of());
    }

    private static List<Outcome> withoutIndex(List<Outcome> outcomes) {
        return outcomes.stream()
                .map(outcome -> outcome.toBuilder().clearIndex().build())
                .toList();
    }

    /** Without the index of the entry that something came with: it follows from the cut. */
    private static List<String> rowsWithoutIndex(View view, Column<?, ?> column) {
        return rows(view, column).stream()
                .map(row -> row.replaceAll("(since|decided_at)_index: [0-9]+", ""))
                .toList();
    }

    private static List<String> rows(View view, Column<?, ?> column) {
        return Rows.first(view, column, KeyRange.all(), Integer.MAX_VALUE).stream()
                .map(Object::toString)
                .toList();
    }
}
