package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.ProcessRow;
import io.ams.state.LogPosition;
import io.ams.state.View;

/** Not written yet. */
public final class ProcessCreate extends Operation<io.ams.proto.ProcessCreate, ProcessRow> {
    public ProcessCreate() {
        super(
                Command.BodyCase.PROCESS_CREATE,
                Command::getProcessCreate,
                Command.Builder::setProcessCreate,
                ProcessRow.parser());
    }

    @Override
    public Decision<ProcessRow> decide(View view, LogPosition at, io.ams.proto.ProcessCreate command) {
        throw new UnsupportedOperationException("not written yet");
    }
}
