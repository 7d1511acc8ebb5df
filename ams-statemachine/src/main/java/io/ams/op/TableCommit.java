package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.TableCommitted;
import io.ams.state.LogPosition;
import io.ams.state.View;

/** Not written yet. */
public final class TableCommit extends Operation<io.ams.proto.TableCommit, TableCommitted> {
    public TableCommit() {
        super(
                Command.BodyCase.TABLE_COMMIT,
                Command::getTableCommit,
                Command.Builder::setTableCommit,
                TableCommitted.parser());
    }

    @Override
    public Decision<TableCommitted> decide(View view, LogPosition at, io.ams.proto.TableCommit command) {
        throw new UnsupportedOperationException("not written yet");
    }
}
