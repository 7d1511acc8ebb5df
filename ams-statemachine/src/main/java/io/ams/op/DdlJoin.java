package io.ams.op;

import io.ams.ddl.group.Coordination;
import io.ams.ddl.group.Outcome;
import io.ams.proto.Command;
import io.ams.proto.TableCommit;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.Optional;

/**
 * A shard joins a group with the schema that it has, or ends loading.
 *
 * <p>Refused: {@code BAD_REQUEST}, {@code DDL_GROUP_NOT_FOUND}, {@code DDL_TARGET_GONE}, {@code DDL_MEMBER_EXISTS},
 * {@code DDL_JOIN_CONFLICT}, {@code DDL_STALE_PLAN}, and whatever the commit of the target's schema is refused with. Sent twice
 * with the same schema, the second changes nothing.
 */
public final class DdlJoin extends TargetOperation<io.ams.proto.DdlJoin> {
    public DdlJoin() {
        super(Command.BodyCase.DDL_JOIN, Command::getDdlJoin, Command.Builder::setDdlJoin);
    }

    @Override
    protected Outcome outcome(View view, LogPosition at, io.ams.proto.DdlJoin command, int schemaId) {
        return Coordination.join(view, at, command, schemaId);
    }

    @Override
    public String group(io.ams.proto.DdlJoin command) {
        return command.getGroup();
    }

    @Override
    protected Optional<TableCommit> commit(io.ams.proto.DdlJoin command) {
        return command.hasCommit() ? Optional.of(command.getCommit()) : Optional.empty();
    }

    @Override
    public io.ams.proto.DdlJoin with(io.ams.proto.DdlJoin command, TableCommit commit) {
        return command.toBuilder().setCommit(commit).build();
    }
}
