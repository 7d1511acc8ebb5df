package io.ams.iceberg.upkeep;

import io.ams.optimizer.task.RewriteInput;
import io.ams.optimizer.task.RewriteOutput;
import io.ams.proto.TaskRow;
import java.util.List;
import org.apache.iceberg.DataFile;

/** A task that is done: what it replaces, and what by. */
record RewrittenTask(RewriteInput input, RewriteOutput output) {
    /**
     * Unpacks a finished task.
     *
     * @throws IllegalArgumentException if this release cannot read it
     */
    static RewrittenTask of(TaskRow task) {
        RewriteInput input = RewriteInput.unpack(task.getInput().toByteArray());
        return new RewrittenTask(
                input,
                RewriteOutput.unpack(
                        task.getOutput().toByteArray(), input.table().specsById()));
    }

    static List<DataFile> outputs(List<RewrittenTask> tasks) {
        return tasks.stream().flatMap(task -> task.output().files().stream()).toList();
    }
}
