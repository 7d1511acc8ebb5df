package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.ProcessRow;
import io.ams.state.LogPosition;
import io.ams.state.View;

/** Not written yet. */
public final class TaskComplete extends Operation<io.ams.proto.TaskComplete, ProcessRow> {
    public TaskComplete() {
        super(
                Command.BodyCase.TASK_COMPLETE,
                Command::getTaskComplete,
                Command.Builder::setTaskComplete,
                ProcessRow.parser());
    }

    @Override
    public Decision<ProcessRow> decide(View view, LogPosition at, io.ams.proto.TaskComplete command) {
        throw new UnsupportedOperationException("not written yet");
    }
}
