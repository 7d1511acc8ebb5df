package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.TasksLeased;
import io.ams.state.LogPosition;
import io.ams.state.View;

/** Not written yet. */
public final class TaskLease extends Operation<io.ams.proto.TaskLease, TasksLeased> {
    public TaskLease() {
        super(Command.BodyCase.TASK_LEASE, Command::getTaskLease, Command.Builder::setTaskLease, TasksLeased.parser());
    }

    @Override
    public Decision<TasksLeased> decide(View view, LogPosition at, io.ams.proto.TaskLease command) {
        throw new UnsupportedOperationException("not written yet");
    }
}
