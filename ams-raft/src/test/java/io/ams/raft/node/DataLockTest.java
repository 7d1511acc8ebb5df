package io.ams.raft.node;

import static io.ams.raft.node.NodeScene.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataLockTest {
    @TempDir
    private Path directory;

    @Test
    void oneHasTheDirectoryAtATime() {
        Path data = directory.resolve("new").resolve("data");
        DataLock first = DataLock.take(data);
        assertThat(data).isDirectory();
        assertRefused(ExitCode.ALREADY_RUNNING, data + "; stop it first", () -> DataLock.take(data));
        first.close();
        DataLock.take(data).close();
    }

    @Test
    void aDirectoryThatCannotBeMadeIsRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");
        assertRefused(ExitCode.DATA_UNWRITABLE, "cannot be written", () -> DataLock.take(file.resolve("data")));
        assertRefused(ExitCode.DATA_UNWRITABLE, "cannot be written", () -> DataLock.take(file));
    }
}
