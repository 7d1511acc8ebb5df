package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.TableCommitted;
import io.ams.state.LogPosition;
import io.ams.state.View;

/** Not written yet. */
public final class TableCreate extends Operation<io.ams.proto.TableCreate, TableCommitted> {
    public TableCreate() {
        super(
                Command.BodyCase.TABLE_CREATE,
                Command::getTableCreate,
                Command.Builder::setTableCreate,
                TableCommitted.parser());
    }

    @Override
    public Decision<TableCommitted> decide(View view, LogPosition at, io.ams.proto.TableCreate command) {
        throw new UnsupportedOperationException("not written yet");
    }
}
