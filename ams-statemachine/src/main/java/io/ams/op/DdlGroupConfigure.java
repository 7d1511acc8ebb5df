package io.ams.op;

import io.ams.ddl.group.Administering;
import io.ams.proto.Command;
import io.ams.proto.DdlGroupConfigured;
import io.ams.state.LogPosition;
import io.ams.state.View;

/**
 * Gives a group another mode or other policies, while no announcement waits.
 *
 * <p>Refused: {@code BAD_REQUEST}, {@code DDL_GROUP_NOT_FOUND}, {@code DDL_PENDING}. Sent twice, the second changes nothing.
 */
public final class DdlGroupConfigure extends Operation<io.ams.proto.DdlGroupConfigure, DdlGroupConfigured> {
    public DdlGroupConfigure() {
        super(
                Command.BodyCase.DDL_GROUP_CONFIGURE,
                Command::getDdlGroupConfigure,
                Command.Builder::setDdlGroupConfigure,
                DdlGroupConfigured.parser());
    }

    @Override
    public Decision<DdlGroupConfigured> decide(View view, LogPosition at, io.ams.proto.DdlGroupConfigure command) {
        Administering.Result result = Administering.configure(view, at, command);
        if (result instanceof Administering.Result.Refused refused) {
            return Decision.refuse(DdlRefusals.code(refused.refusal()), refused.detail());
        }
        Administering.Result.Done done = (Administering.Result.Done) result;
        return Decision.accept(
                done.changes(),
                DdlGroupConfigured.newBuilder().setVersion(done.version()).build());
    }
}
