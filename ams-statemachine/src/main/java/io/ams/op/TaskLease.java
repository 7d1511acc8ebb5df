package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.MarkRow;
import io.ams.proto.TaskRow;
import io.ams.proto.TaskState;
import io.ams.proto.TasksLeased;
import io.ams.proto.WorkerRow;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.Optional;

/**
 * Hands waiting tasks of the worker's group to it, oldest process first, each with its next attempt and a deadline.
 *
 * <p>At most {@code max} tasks, 1 to {@value #MOST}, and no more once their inputs come to {@value #ENOUGH_BYTES} bytes, as the
 * answer is remembered in the state. None waiting is an empty answer.
 *
 * <p>Refused: {@code BAD_REQUEST} for other numbers, {@code WORKER_NOT_FOUND}. Sent twice without a key it hands out more.
 */
public final class TaskLease extends Operation<io.ams.proto.TaskLease, TasksLeased> {
    public TaskLease() {
        super(Command.BodyCase.TASK_LEASE, Command::getTaskLease, Command.Builder::setTaskLease, TasksLeased.parser());
    }

    /** The most tasks at a time. */
    static final int MOST = 64;

    /** Inputs of this size, in bytes, are enough for one answer. */
    static final int ENOUGH_BYTES = 1 << 20;

    @Override
    public Decision<TasksLeased> decide(View view, LogPosition at, io.ams.proto.TaskLease command) {
        int max = command.getMax();
        if (max < 1 || max > MOST) {
            return Decision.refuse(
                    ErrorCode.BAD_REQUEST,
                    "a worker can ask for 1 to " + MOST + " tasks, not " + Integer.toUnsignedString(max));
        }
        if (!TaskRows.isLeaseTime(command.getLeaseMillis())) {
            return Decision.refuse(ErrorCode.BAD_REQUEST, TaskRows.notLeaseTime(command.getLeaseMillis()));
        }
        Optional<WorkerRow> worker = view.get(Columns.WORKERS, command.getWorker());
        if (worker.isEmpty()) {
            return Decision.refuse(ErrorCode.WORKER_NOT_FOUND, TaskRows.noWorker(command.getWorker()));
        }
        ChangeSet.Builder changes = ChangeSet.builder();
        TasksLeased.Builder leased = TasksLeased.newBuilder();
        long[] bytes = {0};
        view.scan(Columns.QUEUE, Keys.QueueKey.of(worker.get().getGroup()), (place, row) -> {
            TaskRow task = lease(TaskRows.waiting(view, place), at, command);
            changes.delete(Columns.QUEUE, place)
                    .put(Columns.TASKS, TaskRows.keyOf(task), task)
                    .put(Columns.LEASES, TaskRows.leaseKeyOf(task), MarkRow.getDefaultInstance());
            leased.addTasks(task);
            bytes[0] += task.getInput().size();
            return leased.getTasksCount() < max && bytes[0] < ENOUGH_BYTES;
        });
        return Decision.accept(changes.build(), leased.build());
    }

    private static TaskRow lease(TaskRow task, LogPosition at, io.ams.proto.TaskLease command) {
        return task.toBuilder()
                .setState(TaskState.LEASED)
                .setAttempt(task.getAttempt() + 1)
                .setWorker(command.getWorker())
                .setLeaseUntilMillis(at.timeMillis() + command.getLeaseMillis())
                .setStartedAtMillis(at.timeMillis())
                .build();
    }
}
