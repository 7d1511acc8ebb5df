package io.ams.op;

import io.ams.ddl.group.Coordination;
import io.ams.ddl.group.Outcome;
import io.ams.proto.Command;
import io.ams.proto.TableCommit;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.Optional;

/**
 * Looks at everything that waits in a group once more, after the target was changed by others.
 *
 * <p>Refused: {@code DDL_GROUP_NOT_FOUND}, {@code DDL_TARGET_GONE}, {@code DDL_STALE_PLAN}, and whatever the commit of the target's
 * schema is refused with. Harmless when sent twice.
 */
public final class DdlRetry extends TargetOperation<io.ams.proto.DdlRetry> {
    public DdlRetry() {
        super(Command.BodyCase.DDL_RETRY, Command::getDdlRetry, Command.Builder::setDdlRetry);
    }

    @Override
    protected Outcome outcome(View view, LogPosition at, io.ams.proto.DdlRetry command, int schemaId) {
        return Coordination.retry(view, at, command, schemaId);
    }

    @Override
    public String group(io.ams.proto.DdlRetry command) {
        return command.getGroup();
    }

    @Override
    protected Optional<TableCommit> commit(io.ams.proto.DdlRetry command) {
        return command.hasCommit() ? Optional.of(command.getCommit()) : Optional.empty();
    }

    @Override
    public io.ams.proto.DdlRetry with(io.ams.proto.DdlRetry command, TableCommit commit) {
        return command.toBuilder().setCommit(commit).build();
    }
}
