package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.TaskRow;
import io.ams.proto.TasksReleased;
import io.ams.proto.WorkerRow;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.Optional;

/**
 * A worker leaves or is taken for lost: its row goes, and its leased tasks go back to the queue without counting as failed.
 *
 * <p>With {@code if_silent_since_millis} nothing happens when the worker has been seen after that: the sign of life came before
 * this in the log.
 *
 * <p>Refused: {@code WORKER_NOT_FOUND}.
 */
public final class WorkerRemove extends Operation<io.ams.proto.WorkerRemove, TasksReleased> {
    public WorkerRemove() {
        super(
                Command.BodyCase.WORKER_REMOVE,
                Command::getWorkerRemove,
                Command.Builder::setWorkerRemove,
                TasksReleased.parser());
    }

    @Override
    public Decision<TasksReleased> decide(View view, LogPosition at, io.ams.proto.WorkerRemove command) {
        Optional<WorkerRow> worker = view.get(Columns.WORKERS, command.getId());
        if (worker.isEmpty()) {
            return Decision.refuse(ErrorCode.WORKER_NOT_FOUND, TaskRows.noWorker(command.getId()));
        }
        long silentSince = command.getIfSilentSinceMillis();
        if (silentSince != 0 && worker.get().getLastSeenAtMillis() > silentSince) {
            return Decision.accept(ChangeSet.empty(), TasksReleased.getDefaultInstance());
        }
        ChangeSet.Builder changes = ChangeSet.builder().delete(Columns.WORKERS, command.getId());
        TasksReleased.Builder released = TasksReleased.newBuilder();
        view.scan(Columns.LEASES, Keys.LeaseKey.of(command.getId()), (lease, mark) -> {
            TaskRow task = TaskRows.leased(view, lease);
            TaskRows.giveBack(view, changes, task);
            released.addTasks(TaskRows.refOf(task));
            return true;
        });
        return Decision.accept(changes.build(), released.build());
    }
}
