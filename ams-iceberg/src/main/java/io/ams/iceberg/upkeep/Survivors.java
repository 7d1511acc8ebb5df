package io.ams.iceberg.upkeep;

import io.ams.optimizer.task.RewriteFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;

/**
 * After a conflict: which tasks can still be committed. A task can if every file that it replaces is still in the table, has the
 * same position deletes as when the task was planned, and has lost no equality delete. New equality deletes do no harm: what a
 * task writes has the sequence number of the snapshot that it was planned on, so they hold for it too.
 */
final class Survivors {
    private record Standing(Set<String> positionDeletes, Set<String> equalityDeletes) {
        static Standing of(List<DeleteFile> deletes) {
            return new Standing(identities(deletes, false), identities(deletes, true));
        }

        private static Set<String> identities(List<DeleteFile> deletes, boolean equality) {
            return deletes.stream()
                    .filter(delete -> (delete.content() == FileContent.EQUALITY_DELETES) == equality)
                    .map(delete -> delete.location() + '#' + delete.contentOffset())
                    .collect(Collectors.toSet());
        }
    }

    private Survivors() {}

    /** Those of the tasks that hold for the table's current snapshot, in their order. */
    static List<RewrittenTask> of(List<RewrittenTask> tasks, Table table) {
        Map<String, Standing> live = live(tasks, table);
        return tasks.stream()
                .filter(task -> task.input().files().stream().allMatch(file -> holds(file, live)))
                .toList();
    }

    private static boolean holds(RewriteFile file, Map<String, Standing> live) {
        Standing planned = Standing.of(file.deletes());
        Standing now = live.get(file.data().location());
        return now != null
                && now.positionDeletes().equals(planned.positionDeletes())
                && now.equalityDeletes().containsAll(planned.equalityDeletes());
    }

    private static Map<String, Standing> live(List<RewrittenTask> tasks, Table table) {
        Set<String> wanted = new HashSet<>();
        tasks.forEach(task ->
                task.input().files().forEach(file -> wanted.add(file.data().location())));
        Map<String, Standing> live = new HashMap<>();
        try (CloseableIterable<FileScanTask> files = table.newScan().planFiles()) {
            for (FileScanTask file : files) {
                if (wanted.contains(file.file().location())) {
                    live.put(file.file().location(), Standing.of(file.deletes()));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the manifests of " + table.name() + " did not close", e);
        }
        return live;
    }
}
