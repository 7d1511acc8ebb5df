package io.ams.op;

import io.ams.ddl.group.Coordination;
import io.ams.ddl.group.Outcome;
import io.ams.proto.Command;
import io.ams.proto.TableCommit;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.Optional;

/**
 * Ends by hand what a shard waits for.
 *
 * <p>Refused: {@code BAD_REQUEST}, {@code DDL_GROUP_NOT_FOUND}, {@code DDL_TARGET_GONE}, {@code DDL_MEMBER_NOT_FOUND},
 * {@code DDL_NOTHING_TO_RESOLVE}, {@code DDL_VERB_REFUSED}, {@code DDL_CHANGE_INVALID}, {@code DDL_STALE_PLAN}, and whatever the
 * commit of the target's schema is refused with. Sent twice without a key, the second finds nothing to resolve, or the next.
 */
public final class DdlResolve extends TargetOperation<io.ams.proto.DdlResolve> {
    public DdlResolve() {
        super(Command.BodyCase.DDL_RESOLVE, Command::getDdlResolve, Command.Builder::setDdlResolve);
    }

    @Override
    protected Outcome outcome(View view, LogPosition at, io.ams.proto.DdlResolve command, int schemaId) {
        return Coordination.resolve(view, at, command, schemaId);
    }

    @Override
    public String group(io.ams.proto.DdlResolve command) {
        return command.getGroup();
    }

    @Override
    protected Optional<TableCommit> commit(io.ams.proto.DdlResolve command) {
        return command.hasCommit() ? Optional.of(command.getCommit()) : Optional.empty();
    }

    @Override
    public io.ams.proto.DdlResolve with(io.ams.proto.DdlResolve command, TableCommit commit) {
        return command.toBuilder().setCommit(commit).build();
    }
}
