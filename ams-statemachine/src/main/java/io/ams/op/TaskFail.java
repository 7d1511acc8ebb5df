package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.ProcessRow;
import io.ams.state.LogPosition;
import io.ams.state.View;

/** Not written yet. */
public final class TaskFail extends Operation<io.ams.proto.TaskFail, ProcessRow> {
    public TaskFail() {
        super(Command.BodyCase.TASK_FAIL, Command::getTaskFail, Command.Builder::setTaskFail, ProcessRow.parser());
    }

    @Override
    public Decision<ProcessRow> decide(View view, LogPosition at, io.ams.proto.TaskFail command) {
        throw new UnsupportedOperationException("not written yet");
    }
}
