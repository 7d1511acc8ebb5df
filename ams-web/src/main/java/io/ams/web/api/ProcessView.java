package io.ams.web.api;

import io.ams.proto.ProcessRow;
import org.jspecify.annotations.Nullable;

/** Upkeep of a table, running or past. */
public record ProcessView(
        String id,
        String tableUuid,
        @Nullable String table,
        String kind,
        String state,
        String reason,
        String group,
        int tasks,
        int tasksDone,
        long inputFiles,
        long inputBytes,
        long outputFiles,
        long outputBytes,
        long createdAtMillis,
        @Nullable Long endedAtMillis,
        @Nullable String failure,
        String plannedBy,
        long plannedEpoch,
        @Nullable Long committedVersion) {

    /**
     * A process as the state has it.
     *
     * @param table its full name; null if it is gone
     */
    public static ProcessView of(ProcessRow row, @Nullable String table) {
        return new ProcessView(
                row.getProcessId(),
                row.getTableUuid(),
                table,
                row.getKind().name(),
                row.getState().name(),
                row.getReason(),
                row.getGroup(),
                row.getTasks(),
                row.getTasksDone(),
                row.getInputFiles(),
                row.getInputBytes(),
                row.getOutputFiles(),
                row.getOutputBytes(),
                row.getCreatedAtMillis(),
                Absent.ifZero(row.getEndedAtMillis()),
                Absent.ifEmpty(row.getFailure()),
                row.getPlannedBy(),
                row.getPlannedEpoch(),
                Absent.ifZero(row.getCommittedVersion()));
    }
}
