package io.ams.iceberg.upkeep;

import io.ams.proto.ProcessKind;
import io.ams.proto.TaskSpec;
import java.util.List;

/**
 * What one process is to do.
 *
 * @param reason what was found, in words
 * @param baseSnapshotId the snapshot it was found in
 * @param tasks packed, none if there is nothing to do
 * @param more whether there was more to do than one process may hold
 */
record UpkeepPlan(ProcessKind kind, String reason, long baseSnapshotId, List<TaskSpec> tasks, boolean more) {
    UpkeepPlan {
        tasks = List.copyOf(tasks);
    }

    static UpkeepPlan nothing(long baseSnapshotId) {
        return new UpkeepPlan(ProcessKind.MINOR, "nothing to merge", baseSnapshotId, List.of(), false);
    }

    boolean isEmpty() {
        return tasks.isEmpty();
    }
}
