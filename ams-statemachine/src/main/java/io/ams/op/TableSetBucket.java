package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.Done;
import io.ams.state.LogPosition;
import io.ams.state.View;

/** Not written yet. */
public final class TableSetBucket extends Operation<io.ams.proto.TableSetBucket, Done> {
    public TableSetBucket() {
        super(
                Command.BodyCase.TABLE_SET_BUCKET,
                Command::getTableSetBucket,
                Command.Builder::setTableSetBucket,
                Done.parser());
    }

    @Override
    public Decision<Done> decide(View view, LogPosition at, io.ams.proto.TableSetBucket command) {
        throw new UnsupportedOperationException("not written yet");
    }
}
