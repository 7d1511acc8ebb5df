package io.ams.op;

import io.ams.ddl.group.Coordination;
import io.ams.ddl.group.Outcome;
import io.ams.proto.Command;
import io.ams.proto.TableCommit;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.Optional;

/**
 * A shard leaves its group; nobody waits for it any more.
 *
 * <p>Refused: {@code DDL_GROUP_NOT_FOUND}, {@code DDL_MEMBER_NOT_FOUND}, {@code DDL_STALE_PLAN}, and whatever the commit of the
 * target's schema is refused with. Sent twice, the second changes nothing.
 */
public final class DdlLeave extends TargetOperation<io.ams.proto.DdlLeave> {
    public DdlLeave() {
        super(Command.BodyCase.DDL_LEAVE, Command::getDdlLeave, Command.Builder::setDdlLeave);
    }

    @Override
    protected Outcome outcome(View view, LogPosition at, io.ams.proto.DdlLeave command, int schemaId) {
        return Coordination.leave(view, at, command, schemaId);
    }

    @Override
    public String group(io.ams.proto.DdlLeave command) {
        return command.getGroup();
    }

    @Override
    protected Optional<TableCommit> commit(io.ams.proto.DdlLeave command) {
        return command.hasCommit() ? Optional.of(command.getCommit()) : Optional.empty();
    }

    @Override
    public io.ams.proto.DdlLeave with(io.ams.proto.DdlLeave command, TableCommit commit) {
        return command.toBuilder().setCommit(commit).build();
    }
}
