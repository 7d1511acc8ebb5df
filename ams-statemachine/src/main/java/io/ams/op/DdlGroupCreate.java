package io.ams.op;

import io.ams.ddl.group.Administering;
import io.ams.ddl.group.Modes;
import io.ams.proto.Command;
import io.ams.proto.DdlGroupCreated;
import io.ams.proto.DdlMode;
import io.ams.state.LogPosition;
import io.ams.state.View;

/**
 * Makes a group of shards that feed one table. Without a mode it takes the cluster's default.
 *
 * <p>Refused: {@code BAD_REQUEST}, {@code DDL_GROUP_EXISTS}, {@code DDL_TARGET_GONE}, {@code DDL_TARGET_TAKEN},
 * {@code DDL_STALE_PLAN}. Sent twice without a key, the second is refused.
 */
public final class DdlGroupCreate extends Operation<io.ams.proto.DdlGroupCreate, DdlGroupCreated> {
    public DdlGroupCreate() {
        super(
                Command.BodyCase.DDL_GROUP_CREATE,
                Command::getDdlGroupCreate,
                Command.Builder::setDdlGroupCreate,
                DdlGroupCreated.parser());
    }

    @Override
    public Decision<DdlGroupCreated> decide(View view, LogPosition at, io.ams.proto.DdlGroupCreate command) {
        DdlMode asked = command.getMode();
        DdlMode mode = asked == DdlMode.DDL_MODE_UNSPECIFIED
                ? Modes.parse(Settings.DDL_DEFAULT_MODE.in(view)).orElseThrow()
                : asked;
        if (mode == DdlMode.UNRECOGNIZED) {
            return Decision.refuse(
                    ErrorCode.BAD_REQUEST, "a mode is one of pessimistic, optimistic and strict-optimistic");
        }
        Administering.Result result = Administering.create(view, at, command, mode);
        if (result instanceof Administering.Result.Refused refused) {
            return Decision.refuse(DdlRefusals.code(refused.refusal()), refused.detail());
        }
        Administering.Result.Done done = (Administering.Result.Done) result;
        return Decision.accept(
                done.changes(),
                DdlGroupCreated.newBuilder()
                        .setGroup(command.getGroup())
                        .setVersion(done.version())
                        .build());
    }
}
