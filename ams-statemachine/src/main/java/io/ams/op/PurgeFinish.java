package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.Done;
import io.ams.state.LogPosition;
import io.ams.state.View;

/** Not written yet. */
public final class PurgeFinish extends Operation<io.ams.proto.PurgeFinish, Done> {
    public PurgeFinish() {
        super(Command.BodyCase.PURGE_FINISH, Command::getPurgeFinish, Command.Builder::setPurgeFinish, Done.parser());
    }

    @Override
    public Decision<Done> decide(View view, LogPosition at, io.ams.proto.PurgeFinish command) {
        throw new UnsupportedOperationException("not written yet");
    }
}
