package io.ams.op;

import io.ams.ddl.group.Coordination;
import io.ams.ddl.group.Outcome;
import io.ams.proto.Command;
import io.ams.proto.TableCommit;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.Optional;

/**
 * A shard announces changes of its schema. Decision and change of the target's schema are one: both are in this entry or neither.
 *
 * <p>Refused: {@code BAD_REQUEST}, {@code DDL_GROUP_NOT_FOUND}, {@code DDL_TARGET_GONE}, {@code DDL_MEMBER_NOT_FOUND},
 * {@code DDL_SEQ_MISMATCH}, {@code DDL_SEQ_GAP}, {@code DDL_SEQ_ACKNOWLEDGED}, {@code DDL_RESYNC_REQUIRED},
 * {@code DDL_CHANGE_INVALID}, {@code DDL_QUEUE_FULL}, {@code DDL_STALE_PLAN}, and whatever the commit of the target's schema is
 * refused with. Sent twice under the same number, the second gets the answer of the first.
 */
public final class DdlAnnounce extends TargetOperation<io.ams.proto.DdlAnnounce> {
    public DdlAnnounce() {
        super(Command.BodyCase.DDL_ANNOUNCE, Command::getDdlAnnounce, Command.Builder::setDdlAnnounce);
    }

    @Override
    protected Outcome outcome(View view, LogPosition at, io.ams.proto.DdlAnnounce command, int schemaId) {
        return Coordination.announce(view, at, command, schemaId);
    }

    @Override
    public String group(io.ams.proto.DdlAnnounce command) {
        return command.getGroup();
    }

    @Override
    protected Optional<TableCommit> commit(io.ams.proto.DdlAnnounce command) {
        return command.hasCommit() ? Optional.of(command.getCommit()) : Optional.empty();
    }

    @Override
    public io.ams.proto.DdlAnnounce with(io.ams.proto.DdlAnnounce command, TableCommit commit) {
        return command.toBuilder().setCommit(commit).build();
    }
}
