package io.ams.op;

import io.ams.ddl.group.Coordination;
import io.ams.ddl.group.Outcome;
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
        Outcome outcome = Coordination.rebind(view, at, command);
        if (outcome instanceof Outcome.Refused refused) {
            return Decision.refuse(DdlRefusals.code(refused.refusal()), refused.detail());
        }
        Outcome.Done done = (Outcome.Done) outcome;
        return Decision.accept(done.changes(), done.reply());
    }
}
