package io.ams.op;

import io.ams.ddl.group.Coordination;
import io.ams.proto.Command;
import io.ams.proto.DdlGroupDropped;
import io.ams.state.ChangeSet;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.Optional;

/**
 * Drops a group with everything that waits in it; the table stays as it is.
 *
 * <p>Refused: {@code DDL_GROUP_NOT_FOUND}.
 */
public final class DdlGroupDrop extends Operation<io.ams.proto.DdlGroupDrop, DdlGroupDropped> {
    public DdlGroupDrop() {
        super(
                Command.BodyCase.DDL_GROUP_DROP,
                Command::getDdlGroupDrop,
                Command.Builder::setDdlGroupDrop,
                DdlGroupDropped.parser());
    }

    @Override
    public Decision<DdlGroupDropped> decide(View view, LogPosition at, io.ams.proto.DdlGroupDrop command) {
        Optional<ChangeSet> removal = Coordination.drop(view, at, command.getGroup());
        if (removal.isEmpty()) {
            return Decision.refuse(ErrorCode.DDL_GROUP_NOT_FOUND, Coordination.noGroup(command.getGroup()));
        }
        return Decision.accept(
                removal.get(),
                DdlGroupDropped.newBuilder().setGroup(command.getGroup()).build());
    }
}
