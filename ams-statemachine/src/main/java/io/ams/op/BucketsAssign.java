package io.ams.op;

import io.ams.proto.BucketsAssigned;
import io.ams.proto.Command;
import io.ams.state.LogPosition;
import io.ams.state.View;

/** Not written yet. */
public final class BucketsAssign extends Operation<io.ams.proto.BucketsAssign, BucketsAssigned> {
    public BucketsAssign() {
        super(
                Command.BodyCase.BUCKETS_ASSIGN,
                Command::getBucketsAssign,
                Command.Builder::setBucketsAssign,
                BucketsAssigned.parser());
    }

    @Override
    public Decision<BucketsAssigned> decide(View view, LogPosition at, io.ams.proto.BucketsAssign command) {
        throw new UnsupportedOperationException("not written yet");
    }
}
