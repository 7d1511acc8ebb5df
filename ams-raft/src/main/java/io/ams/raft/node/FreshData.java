package io.ams.raft.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a start makes in a data directory, so that one that is refused leaves nothing behind: who the node would have been must not
 * stand in the way of the corrected command.
 */
final class FreshData {
    private static final Logger LOG = LoggerFactory.getLogger(FreshData.class);
    private static final List<String> MADE = List.of(NodeIdentity.FILE, "db", "raft", "checkpoints");

    private final List<Path> absent;

    private FreshData(List<Path> absent) {
        this.absent = absent;
    }

    /** Notes what is not there yet. Of a directory in which anything is, nothing counts as fresh. */
    static FreshData of(Path data) {
        List<Path> paths = MADE.stream().map(data::resolve).toList();
        return new FreshData(paths.stream().anyMatch(Files::exists) ? List.of() : paths);
    }

    /** Takes away what was made since. Only for a node that has not yet taken part in its group: its log must never be forgotten. */
    void undo() {
        for (Path path : absent) {
            try {
                delete(path);
            } catch (IOException | UncheckedIOException e) {
                LOG.warn("not taken away after a refused start path={} reason={}", path, e.toString());
            }
        }
    }

    private static void delete(Path path) throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
