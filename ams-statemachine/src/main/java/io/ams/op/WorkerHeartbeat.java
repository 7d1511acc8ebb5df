package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.TaskProgress;
import io.ams.proto.TaskRow;
import io.ams.proto.WorkerHeartbeatAnswer;
import io.ams.proto.WorkerRow;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.Optional;

/**
 * A sign of life of a worker: the leases of the tasks it names go on for {@code lease_millis} from now, and their progress is
 * kept. Named tasks that are not leased to it with that attempt any more are in the answer: it should give them up.
 *
 * <p>Refused: {@code BAD_REQUEST} for a lease that no timer can hold, {@code WORKER_NOT_FOUND} (it was taken for lost: it must
 * register again). Sent twice it is harmless.
 */
public final class WorkerHeartbeat extends Operation<io.ams.proto.WorkerHeartbeat, WorkerHeartbeatAnswer> {
    public WorkerHeartbeat() {
        super(
                Command.BodyCase.WORKER_HEARTBEAT,
                Command::getWorkerHeartbeat,
                Command.Builder::setWorkerHeartbeat,
                WorkerHeartbeatAnswer.parser());
    }

    private static final int ALL_OF_IT = 100;

    @Override
    public Decision<WorkerHeartbeatAnswer> decide(View view, LogPosition at, io.ams.proto.WorkerHeartbeat command) {
        if (!TaskRows.isLeaseTime(command.getLeaseMillis())) {
            return Decision.refuse(ErrorCode.BAD_REQUEST, TaskRows.notLeaseTime(command.getLeaseMillis()));
        }
        Optional<WorkerRow> worker = view.get(Columns.WORKERS, command.getId());
        if (worker.isEmpty()) {
            return Decision.refuse(ErrorCode.WORKER_NOT_FOUND, TaskRows.noWorker(command.getId()));
        }
        ChangeSet.Builder changes = ChangeSet.builder();
        changes.put(
                Columns.WORKERS,
                command.getId(),
                worker.get().toBuilder().setLastSeenAtMillis(at.timeMillis()).build());
        WorkerHeartbeatAnswer.Builder answer = WorkerHeartbeatAnswer.newBuilder();
        for (TaskProgress progress : command.getTasksList()) {
            Optional<TaskRow> task = TaskRows.get(view, progress.getProcessId(), progress.getNumber())
                    .filter(row -> TaskRows.isLeasedTo(row, command.getId(), progress.getAttempt()));
            if (task.isEmpty()) {
                answer.addLost(progress);
                continue;
            }
            TaskRow renewed = task.get().toBuilder()
                    .setLeaseUntilMillis(at.timeMillis() + command.getLeaseMillis())
                    .setPercent(percent(progress))
                    .build();
            changes.put(Columns.TASKS, TaskRows.keyOf(renewed), renewed);
        }
        return Decision.accept(changes.build(), answer.build());
    }

    /** What the worker says, which as an unsigned number may be anything. */
    private static int percent(TaskProgress progress) {
        return (int) Math.min(ALL_OF_IT, Integer.toUnsignedLong(progress.getPercent()));
    }
}
