package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.TasksReleased;
import io.ams.state.LogPosition;
import io.ams.state.View;

/** Not written yet. */
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
        throw new UnsupportedOperationException("not written yet");
    }
}
