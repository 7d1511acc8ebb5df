package io.ams.op;

import io.ams.proto.ProcessRow;
import io.ams.proto.ProcessState;
import io.ams.proto.TaskRow;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.ArrayList;
import java.util.List;

/**
 * How a process ends, whichever operation ends it: the rows of its tasks go, its own row stays as history.
 *
 * <p>The table's row is the caller's: it must clear {@code running_process} there (or delete the row) in the same change set.
 */
final class ProcessRows {
    /** How many ended processes of a table are kept; the oldest go first. */
    static final int KEPT = 50;

    private ProcessRows() {}

    /** Where a waiting task of the process stands in the queue: behind those of older processes of its group. */
    static Keys.QueueKey queueKey(ProcessRow process, int number) {
        return new Keys.QueueKey(process.getGroup(), process.getCreatedAtMillis(), process.getProcessId(), number);
    }

    /** Whether nothing more happens to the process. */
    static boolean isEnded(ProcessRow process) {
        return switch (process.getState()) {
            case SUCCESS, FAILED, CANCELED -> true;
            case RUNNING, COMMITTING, PROCESS_STATE_UNSPECIFIED, UNRECOGNIZED -> false;
        };
    }

    /**
     * Ends the process: removes its tasks with their places in the queue and their leases, takes it off the list of active ones,
     * and forgets the oldest processes of the table that are more than {@link #KEPT}.
     *
     * @param process the row as it stands, with whatever figures the caller has added
     * @param state how it ends: SUCCESS, FAILED or CANCELED
     * @param failure why, in words; empty for success
     * @return the row that was put
     */
    static ProcessRow end(
            View view,
            ChangeSet.Builder changes,
            ProcessRow process,
            ProcessState state,
            LogPosition at,
            String failure) {
        ProcessRow ended = process.toBuilder()
                .setState(state)
                .setEndedAtMillis(at.timeMillis())
                .setFailure(failure)
                .build();
        deleteTasks(view, changes, process);
        changes.delete(Columns.ACTIVE_PROCESSES, process.getProcessId());
        changes.put(Columns.PROCESSES, keyOf(process), ended);
        forgetOldest(view, changes, process);
        return ended;
    }

    private static Keys.ProcessKey keyOf(ProcessRow process) {
        return new Keys.ProcessKey(process.getTableUuid(), process.getProcessId());
    }

    private static void deleteTasks(View view, ChangeSet.Builder changes, ProcessRow process) {
        view.scan(Columns.TASKS, Keys.TaskKey.of(process.getProcessId()), (key, task) -> {
            deletePlace(changes, process, task);
            changes.delete(Columns.TASKS, key);
            return true;
        });
    }

    private static void deletePlace(ChangeSet.Builder changes, ProcessRow process, TaskRow task) {
        switch (task.getState()) {
            case PENDING -> changes.delete(Columns.QUEUE, queueKey(process, task.getNumber()));
            case LEASED ->
                changes.delete(
                        Columns.LEASES, new Keys.LeaseKey(task.getWorker(), task.getProcessId(), task.getNumber()));
            case DONE, TASK_FAILED, TASK_STATE_UNSPECIFIED, UNRECOGNIZED -> {}
        }
    }

    private static void forgetOldest(View view, ChangeSet.Builder changes, ProcessRow ending) {
        Keys.ProcessKey endingKey = keyOf(ending);
        List<Keys.ProcessKey> others = new ArrayList<>();
        view.scan(Columns.PROCESSES, Keys.ProcessKey.of(ending.getTableUuid()), (key, process) -> {
            if (isEnded(process) && !key.equals(endingKey)) {
                others.add(key);
            }
            return true;
        });
        int tooMany = Math.max(0, others.size() + 1 - KEPT);
        others.subList(0, tooMany).forEach(key -> changes.delete(Columns.PROCESSES, key));
    }
}
