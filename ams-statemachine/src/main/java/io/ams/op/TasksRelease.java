package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.TasksReleased;
import io.ams.state.LogPosition;
import io.ams.state.View;

/** Not written yet. */
public final class TasksRelease extends Operation<io.ams.proto.TasksRelease, TasksReleased> {
    public TasksRelease() {
        super(
                Command.BodyCase.TASKS_RELEASE,
                Command::getTasksRelease,
                Command.Builder::setTasksRelease,
                TasksReleased.parser());
    }

    @Override
    public Decision<TasksReleased> decide(View view, LogPosition at, io.ams.proto.TasksRelease command) {
        throw new UnsupportedOperationException("not written yet");
    }
}
