package io.ams.raft.node;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** The right to use a data directory: one process has it at a time. */
final class DataLock implements AutoCloseable {
    private static final String FILE = "lock";

    private final FileChannel channel;

    private DataLock(FileChannel channel) {
        this.channel = channel;
    }

    /** @throws StartRefusedException if the directory cannot be written or another process has it */
    static DataLock take(Path data) {
        try {
            Files.createDirectories(data);
            FileChannel channel =
                    FileChannel.open(data.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (tryLock(channel) == null) {
                channel.close();
                throw new StartRefusedException(
                        ExitCode.ALREADY_RUNNING, "another process runs on " + data + "; stop it first");
            }
            return new DataLock(channel);
        } catch (IOException e) {
            throw new StartRefusedException(
                    ExitCode.DATA_UNWRITABLE, "the data directory " + data + " cannot be written: " + e);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null; // a node of this very process has it
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException("the lock of the data directory could not be let go", e);
        }
    }
}
