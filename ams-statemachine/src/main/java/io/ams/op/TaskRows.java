package io.ams.op;

import io.ams.proto.ProcessRow;
import io.ams.proto.QueueRow;
import io.ams.proto.TableRow;
import io.ams.proto.TaskRef;
import io.ams.proto.TaskRow;
import io.ams.proto.TaskState;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.StateCorruptedException;
import io.ams.state.View;
import java.util.Optional;

/**
 * Where the rows of a task are, and how a task goes back to the queue. A task is PENDING exactly while it has a place in the
 * queue, and LEASED exactly while it has a lease; rows that say otherwise are corrupt.
 */
final class TaskRows {
    /** The longest lease, in milliseconds: a day. */
    static final long LONGEST_LEASE = 24L * 60 * 60 * 1000;

    private TaskRows() {}

    /** The task, if there is one. Numbers come from outside: one that no key can hold is one that no task has. */
    static Optional<TaskRow> get(View view, String processId, int number) {
        return number < 0 ? Optional.empty() : view.get(Columns.TASKS, new Keys.TaskKey(processId, number));
    }

    static Keys.TaskKey keyOf(TaskRow task) {
        return new Keys.TaskKey(task.getProcessId(), task.getNumber());
    }

    static Keys.LeaseKey leaseKeyOf(TaskRow task) {
        return new Keys.LeaseKey(task.getWorker(), task.getProcessId(), task.getNumber());
    }

    static TaskRef refOf(TaskRow task) {
        return TaskRef.newBuilder()
                .setProcessId(task.getProcessId())
                .setNumber(task.getNumber())
                .setAttempt(task.getAttempt())
                .build();
    }

    static boolean isLeased(TaskRow task, int attempt) {
        return task.getState() == TaskState.LEASED && task.getAttempt() == attempt;
    }

    static boolean isLeasedTo(TaskRow task, String worker, int attempt) {
        return isLeased(task, attempt) && task.getWorker().equals(worker);
    }

    static boolean isDoneBy(TaskRow task, String worker, int attempt) {
        return task.getState() == TaskState.DONE
                && task.getAttempt() == attempt
                && task.getWorker().equals(worker);
    }

    /** The task that this lease is for. */
    static TaskRow leased(View view, Keys.LeaseKey lease) {
        return get(view, lease.processId(), lease.number())
                .filter(task ->
                        task.getState() == TaskState.LEASED && leaseKeyOf(task).equals(lease))
                .orElseThrow(() -> new StateCorruptedException("no task is leased as " + lease + " says"));
    }

    /** The task that waits at this place of the queue. */
    static TaskRow waiting(View view, Keys.QueueKey place) {
        return get(view, place.processId(), place.number())
                .filter(task -> task.getState() == TaskState.PENDING)
                .orElseThrow(() -> new StateCorruptedException("no task waits as " + place + " says"));
    }

    static ProcessRow processOf(View view, TaskRow task) {
        return view.get(Columns.PROCESSES, new Keys.ProcessKey(task.getTableUuid(), task.getProcessId()))
                .orElseThrow(() -> new StateCorruptedException("task " + keyOf(task) + " has no process"));
    }

    static TableRow tableOf(View view, ProcessRow process) {
        return view.get(Columns.TABLES, process.getTableUuid())
                .orElseThrow(() -> new StateCorruptedException(
                        "process " + process.getProcessId() + " is under way for a table that is not there"));
    }

    /** Puts a leased task back to where it stood in the queue. Its attempt stays: the next lease makes it the next one. */
    static void giveBack(View view, ChangeSet.Builder changes, TaskRow task) {
        TaskRow pending = task.toBuilder()
                .setState(TaskState.PENDING)
                .clearWorker()
                .clearLeaseUntilMillis()
                .clearStartedAtMillis()
                .clearPercent()
                .build();
        QueueRow place = QueueRow.newBuilder()
                .setProcessId(task.getProcessId())
                .setNumber(task.getNumber())
                .build();
        changes.put(Columns.TASKS, keyOf(task), pending)
                .put(Columns.QUEUE, ProcessRows.queueKey(processOf(view, task), task.getNumber()), place)
                .delete(Columns.LEASES, leaseKeyOf(task));
    }

    /** Lets the table of an ended process have another. */
    static void freeTable(View view, ChangeSet.Builder changes, ProcessRow process) {
        TableRow table = tableOf(view, process);
        changes.put(
                Columns.TABLES,
                table.getUuid(),
                table.toBuilder().clearRunningProcess().build());
    }

    static boolean isLeaseTime(long millis) {
        return millis > 0 && millis <= LONGEST_LEASE;
    }

    static String notLeaseTime(long millis) {
        return "a lease is 1 to " + LONGEST_LEASE + " milliseconds long, not " + millis;
    }

    static String noWorker(String id) {
        return "there is no worker " + id + "; it left or was taken for lost, and must register again";
    }

    static String noTask(String processId, int number) {
        return "process " + processId + " has no task " + Integer.toUnsignedString(number)
                + "; if it was there, its process is over";
    }

    static String staleAttempt(TaskRow task, int attempt) {
        return "attempt " + Integer.toUnsignedString(attempt) + " of task " + task.getNumber() + " of process "
                + task.getProcessId() + " does not count: the task is " + task.getState() + " in attempt "
                + task.getAttempt();
    }
}
