package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.WorkerHeartbeatAnswer;
import io.ams.state.LogPosition;
import io.ams.state.View;

/** Not written yet. */
public final class WorkerHeartbeat extends Operation<io.ams.proto.WorkerHeartbeat, WorkerHeartbeatAnswer> {
    public WorkerHeartbeat() {
        super(
                Command.BodyCase.WORKER_HEARTBEAT,
                Command::getWorkerHeartbeat,
                Command.Builder::setWorkerHeartbeat,
                WorkerHeartbeatAnswer.parser());
    }

    @Override
    public Decision<WorkerHeartbeatAnswer> decide(View view, LogPosition at, io.ams.proto.WorkerHeartbeat command) {
        throw new UnsupportedOperationException("not written yet");
    }
}
