package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.ProcessRow;
import io.ams.state.LogPosition;
import io.ams.state.View;

/** Not written yet. */
public final class ProcessFinish extends Operation<io.ams.proto.ProcessFinish, ProcessRow> {
    public ProcessFinish() {
        super(
                Command.BodyCase.PROCESS_FINISH,
                Command::getProcessFinish,
                Command.Builder::setProcessFinish,
                ProcessRow.parser());
    }

    @Override
    public Decision<ProcessRow> decide(View view, LogPosition at, io.ams.proto.ProcessFinish command) {
        throw new UnsupportedOperationException("not written yet");
    }
}
