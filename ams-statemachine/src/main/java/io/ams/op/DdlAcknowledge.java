package io.ams.op;

import io.ams.ddl.group.Coordination;
import io.ams.proto.Command;
import io.ams.proto.DdlDecided;
import io.ams.state.LogPosition;
import io.ams.state.View;

/**
 * A shard keeps the decisions up to a number itself from now on; they are forgotten. What is not decided stays.
 *
 * <p>Refused: {@code BAD_REQUEST}, {@code DDL_GROUP_NOT_FOUND}, {@code DDL_MEMBER_NOT_FOUND}. Sent twice, the second changes
 * nothing.
 */
public final class DdlAcknowledge extends Operation<io.ams.proto.DdlAcknowledge, DdlDecided> {
    public DdlAcknowledge() {
        super(
                Command.BodyCase.DDL_ACKNOWLEDGE,
                Command::getDdlAcknowledge,
                Command.Builder::setDdlAcknowledge,
                DdlDecided.parser());
    }

    @Override
    public Decision<DdlDecided> decide(View view, LogPosition at, io.ams.proto.DdlAcknowledge command) {
        return DdlRefusals.decision(Coordination.acknowledge(view, at, command));
    }
}
