package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.TableDropped;
import io.ams.state.LogPosition;
import io.ams.state.View;

/** Not written yet. */
public final class TableDrop extends Operation<io.ams.proto.TableDrop, TableDropped> {
    public TableDrop() {
        super(Command.BodyCase.TABLE_DROP, Command::getTableDrop, Command.Builder::setTableDrop, TableDropped.parser());
    }

    @Override
    public Decision<TableDropped> decide(View view, LogPosition at, io.ams.proto.TableDrop command) {
        throw new UnsupportedOperationException("not written yet");
    }
}
