package io.ams.op;

import io.ams.ddl.group.Coordination;
import io.ams.proto.Command;
import io.ams.proto.DdlDecided;
import io.ams.state.LogPosition;
import io.ams.state.View;

/**
 * A shard goes on under another name, with all that it is and waits for.
 *
 * <p>Refused: {@code BAD_REQUEST}, {@code DDL_GROUP_NOT_FOUND}, {@code DDL_MEMBER_NOT_FOUND}, {@code DDL_MEMBER_EXISTS}.
 */
public final class DdlRebind extends Operation<io.ams.proto.DdlRebind, DdlDecided> {
    public DdlRebind() {
        super(Command.BodyCase.DDL_REBIND, Command::getDdlRebind, Command.Builder::setDdlRebind, DdlDecided.parser());
    }

    @Override
    public Decision<DdlDecided> decide(View view, LogPosition at, io.ams.proto.DdlRebind command) {
        return DdlRefusals.decision(Coordination.rebind(view, at, command));
    }
}
