package io.ams.web.api;

import io.ams.proto.TaskRow;
import io.ams.proto.TaskState;
import org.jspecify.annotations.Nullable;

/**
 * A task of a running process.
 *
 * @param state PENDING, LEASED, DONE or FAILED
 * @param attempt how often it has been handed out
 */
public record TaskView(
        int number,
        String state,
        int attempt,
        @Nullable String worker,
        int percent,
        int failures,
        @Nullable String lastError,
        @Nullable Long leaseUntilMillis,
        long inputFiles,
        long inputBytes) {

    public static TaskView of(TaskRow row) {
        return new TaskView(
                row.getNumber(),
                row.getState() == TaskState.TASK_FAILED
                        ? "FAILED"
                        : row.getState().name(),
                row.getAttempt(),
                Absent.ifEmpty(row.getWorker()),
                row.getPercent(),
                row.getFailures(),
                Absent.ifEmpty(row.getLastError()),
                Absent.ifZero(row.getLeaseUntilMillis()),
                row.getInputFiles(),
                row.getInputBytes());
    }
}
