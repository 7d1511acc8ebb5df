package io.ams.store.rocks;

import io.ams.store.StoreFailedException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * The directory of a store: numbered databases and a pointer file that names the one that counts. Replacing the state is one
 * rename of the pointer, so that a crash leaves either the old state or the new one; what no pointer names is removed at the
 * next start.
 */
final class RocksHome {
    private static final String POINTER = "CURRENT_DB";
    private static final String PREFIX = "db-";

    private final Path directory;

    RocksHome(Path directory) {
        this.directory = directory;
    }

    /** The database that counts; its directory may not exist yet. */
    Path current() {
        try {
            Files.createDirectories(directory);
            Path database = directory.resolve(pointed());
            removeAllBut(database);
            return database;
        } catch (IOException e) {
            throw new StoreFailedException("cannot use " + directory + " as the directory of the store", e);
        }
    }

    /** Takes over a complete database from elsewhere on the same file system, makes it the one that counts, and returns its place. */
    Path replaceBy(Path incoming) {
        try {
            Path next = directory.resolve(PREFIX + (number(pointed()) + 1));
            Files.move(incoming, next, StandardCopyOption.ATOMIC_MOVE);
            syncTree(next);
            point(next.getFileName().toString());
            return next;
        } catch (IOException e) {
            throw new StoreFailedException("cannot take over the database in " + incoming, e);
        }
    }

    private String pointed() throws IOException {
        try {
            return Files.readString(directory.resolve(POINTER)).strip();
        } catch (NoSuchFileException e) {
            String first = PREFIX + 1;
            point(first);
            return first;
        }
    }

    private void point(String name) throws IOException {
        Path draft = directory.resolve(POINTER + ".new");
        Files.write(draft, name.getBytes(StandardCharsets.UTF_8));
        sync(draft);
        Files.move(draft, directory.resolve(POINTER), StandardCopyOption.ATOMIC_MOVE);
        sync(directory);
    }

    private static long number(String name) {
        return Long.parseLong(name.substring(PREFIX.length()));
    }

    private void removeAllBut(Path database) throws IOException {
        List<Path> others;
        try (Stream<Path> entries = Files.list(directory)) {
            others = entries.filter(entry -> entry.getFileName().toString().startsWith(PREFIX))
                    .filter(entry -> !entry.equals(database))
                    .toList();
        }
        for (Path other : others) {
            remove(other);
        }
    }

    /** Removes a directory with all that is in it. */
    static void remove(Path tree) throws IOException {
        List<Path> entries;
        try (Stream<Path> walk = Files.walk(tree)) {
            entries = walk.sorted((a, b) -> b.compareTo(a)).toList();
        }
        for (Path entry : entries) {
            Files.deleteIfExists(entry);
        }
    }

    private static void syncTree(Path tree) throws IOException {
        List<Path> entries;
        try (Stream<Path> walk = Files.walk(tree)) {
            entries = walk.toList();
        }
        for (Path entry : entries) {
            sync(entry);
        }
    }

    private static void sync(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
