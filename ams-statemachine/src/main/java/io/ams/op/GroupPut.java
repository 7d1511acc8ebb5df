package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.GroupRow;
import io.ams.state.LogPosition;
import io.ams.state.View;

/** Not written yet. */
public final class GroupPut extends Operation<io.ams.proto.GroupPut, GroupRow> {
    public GroupPut() {
        super(Command.BodyCase.GROUP_PUT, Command::getGroupPut, Command.Builder::setGroupPut, GroupRow.parser());
    }

    @Override
    public Decision<GroupRow> decide(View view, LogPosition at, io.ams.proto.GroupPut command) {
        throw new UnsupportedOperationException("not written yet");
    }
}
