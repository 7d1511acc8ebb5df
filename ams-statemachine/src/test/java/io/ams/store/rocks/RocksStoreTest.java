package io.ams.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ams.state.ChangeSet;
import io.ams.state.LogPosition;
import io.ams.store.Applied;
import io.ams.store.StateStore;
import io.ams.store.StateStoreContract;
import io.ams.store.StoreFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RocksStoreTest extends StateStoreContract {
    @Override
    protected StateStore create(Path directory) {
        return new RocksStore(directory);
    }

    @Test
    void whatWasFlushedIsThereAfterARestart() {
        store.commit(put("a", 1), new LogPosition(1, 1, 50));
        Applied flushed = store.flush();
        store.close();

        store = create(temp.resolve("store"));

        assertThat(store.applied()).isEqualTo(flushed);
        assertThat(store.durable()).isEqualTo(flushed);
        assertThat(version(store.live(), "a")).contains(1L);
    }

    @Test
    void aPowerCutLeavesAnEarlierStateThatIsWhole() throws IOException {
        store.commit(put("a", 1), new LogPosition(1, 1, 0));
        Applied flushed = store.flush();
        store.commit(ChangeSet.builder().addAll(put("a", 2)).addAll(put("b", 2)).build(), new LogPosition(1, 2, 0));
        Path left = afterPowerCut();

        try (StateStore restarted = create(left)) {
            assertThat(restarted.applied()).isEqualTo(flushed);
            assertThat(version(restarted.live(), "a")).contains(1L);
            assertThat(version(restarted.live(), "b")).isEmpty();
            Applied replayed = restarted.commit(
                    ChangeSet.builder().addAll(put("a", 2)).addAll(put("b", 2)).build(), new LogPosition(1, 2, 0));
            assertThat(replayed).isEqualTo(store.applied());
        }
    }

    /** What is on the disk while the store is open: nothing that is only in memory has been written out by a close. */
    private Path afterPowerCut() throws IOException {
        Path from = temp.resolve("store");
        Path to = temp.resolve("after-power-cut");
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                if (!file.endsWith("LOCK")) {
                    Files.copy(file, to.resolve(from.relativize(file).toString()));
                }
            }
        }
        return to;
    }

    @Test
    void aRestoredStateIsThereAfterARestartAndTheOldOneIsRemoved() throws IOException {
        store.commit(put("a", 1), new LogPosition(1, 1, 0));
        Path checkpoint = temp.resolve("checkpoint");
        Applied then = store.checkpoint(checkpoint);
        store.commit(put("a", 2), new LogPosition(1, 2, 0));
        store.restore(checkpoint);
        store.close();

        store = create(temp.resolve("store"));

        assertThat(store.applied()).isEqualTo(then);
        assertThat(version(store.live(), "a")).contains(1L);
        assertThat(databases()).containsExactly("db-2");
        assertThat(checkpoint).doesNotExist();
    }

    @Test
    void aCrashBeforeTheNewStateCountsLeavesTheOldOne() throws IOException {
        store.commit(put("a", 1), new LogPosition(1, 1, 0));
        Applied flushed = store.flush();
        store.checkpoint(temp.resolve("store").resolve("db-2"));
        store.close();

        store = create(temp.resolve("store"));

        assertThat(store.applied()).isEqualTo(flushed);
        assertThat(databases()).containsExactly("db-1");
    }

    @Test
    void aCrashAfterTheNewStateCountsLeavesItAndTheOldOneIsRemoved() throws IOException {
        store.commit(put("a", 1), new LogPosition(1, 1, 0));
        store.flush();
        store.commit(put("a", 2), new LogPosition(1, 2, 0));
        Applied next = store.checkpoint(temp.resolve("store").resolve("db-2"));
        store.close();
        Files.writeString(temp.resolve("store").resolve("CURRENT_DB"), "db-2");
        Files.createDirectories(temp.resolve("store").resolve("db-7").resolve("deep"));

        store = create(temp.resolve("store"));

        assertThat(store.applied()).isEqualTo(next);
        assertThat(databases()).containsExactly("db-2");
    }

    @Test
    void aCheckpointTellsItsPosition() {
        store.commit(put("a", 1), new LogPosition(4, 44, 9));
        Path checkpoint = temp.resolve("checkpoint");
        Applied then = store.checkpoint(checkpoint);

        assertThat(RocksStore.positionOf(checkpoint)).isEqualTo(then);
    }

    @Test
    void aSecondStoreInTheSameDirectoryIsRefused() {
        assertThatThrownBy(() -> create(temp.resolve("store")))
                .isInstanceOf(StoreFailedException.class)
                .hasMessageContaining("store");
    }

    @Test
    void aClosedStoreSaysSo() {
        store.close();

        assertThatThrownBy(store::live).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> store.read(snapshot -> 1)).isInstanceOf(IllegalStateException.class);
    }

    private List<String> databases() throws IOException {
        try (Stream<Path> entries = Files.list(temp.resolve("store"))) {
            return entries.filter(Files::isDirectory)
                    .map(entry -> entry.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }
}
