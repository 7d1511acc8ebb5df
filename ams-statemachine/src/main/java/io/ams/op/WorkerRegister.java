package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.WorkerRow;
import io.ams.state.LogPosition;
import io.ams.state.View;

/** Not written yet. */
public final class WorkerRegister extends Operation<io.ams.proto.WorkerRegister, WorkerRow> {
    public WorkerRegister() {
        super(
                Command.BodyCase.WORKER_REGISTER,
                Command::getWorkerRegister,
                Command.Builder::setWorkerRegister,
                WorkerRow.parser());
    }

    @Override
    public Decision<WorkerRow> decide(View view, LogPosition at, io.ams.proto.WorkerRegister command) {
        throw new UnsupportedOperationException("not written yet");
    }
}
