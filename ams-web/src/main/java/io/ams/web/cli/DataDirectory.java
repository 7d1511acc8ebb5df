package io.ams.web.cli;

import io.ams.raft.node.ExitCode;
import io.ams.raft.node.StartRefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The directory of a node while its process runs: made if missing, writable, and locked against a second process.
 *
 * <p>{@code ams.url} in it says where the node answers on this machine; {@code bin/ams} and the scripts find it there.
 */
final class DataDirectory implements AutoCloseable {
    static final String URL_FILE = "ams.url";
    private static final String LOCK_FILE = "process.lock";

    private final Path directory;
    private final FileChannel lockFile;

    private DataDirectory(Path directory, FileChannel lockFile) {
        this.directory = directory;
        this.lockFile = lockFile;
    }

    /** Throws {@link StartRefusedException} if the directory cannot be written or another process has it. */
    static DataDirectory open(Path directory, String id) {
        FileChannel channel;
        FileLock lock;
        try {
            Files.createDirectories(directory);
            channel =
                    FileChannel.open(directory.resolve(LOCK_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            lock = tryLock(channel);
        } catch (IOException e) {
            throw new StartRefusedException(
                    ExitCode.DATA_UNWRITABLE,
                    "data directory " + directory + " cannot be written (" + e + "); "
                            + ExitCode.DATA_UNWRITABLE.remedy());
        }
        if (lock == null) {
            closeChannel(channel);
            throw new StartRefusedException(
                    ExitCode.ALREADY_RUNNING,
                    "node " + id + " runs already: another process holds data directory " + directory);
        }
        return new DataDirectory(directory, channel);
    }

    /** Replaces {@code ams.url} in one step. */
    void writeUrl(URI url) {
        Path next = directory.resolve(URL_FILE + ".next");
        try {
            Files.writeString(next, url + "\n");
            Files.move(
                    next,
                    directory.resolve(URL_FILE),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new StartRefusedException(
                    ExitCode.DATA_UNWRITABLE, "data directory " + directory + " cannot be written (" + e + ")");
        }
    }

    /** Gives the lock back. */
    @Override
    public void close() {
        closeChannel(lockFile);
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    private static void closeChannel(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
