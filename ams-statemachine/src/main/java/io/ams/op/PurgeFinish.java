package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.Done;
import io.ams.proto.PurgeRow;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.Optional;

/**
 * Takes note that the files of a purged table are deleted: gives its locations free and forgets its upkeep history.
 *
 * <p>Refused: {@code PURGE_NOT_FOUND}, {@code STALE_EPOCH}. Sent twice without a key, the second is refused.
 */
public final class PurgeFinish extends Operation<io.ams.proto.PurgeFinish, Done> {
    public PurgeFinish() {
        super(Command.BodyCase.PURGE_FINISH, Command::getPurgeFinish, Command.Builder::setPurgeFinish, Done.parser());
    }

    @Override
    public Decision<Done> decide(View view, LogPosition at, io.ams.proto.PurgeFinish command) {
        Optional<PurgeRow> purge = view.get(Columns.PURGES, command.getTableUuid());
        if (purge.isEmpty()) {
            return Decision.refuse(
                    ErrorCode.PURGE_NOT_FOUND, "no files of table " + command.getTableUuid() + " wait for deletion");
        }
        Optional<String> stale = OwnerFence.stale(view, purge.get().getBucket(), command.getEpoch());
        if (stale.isPresent()) {
            return Decision.refuse(ErrorCode.STALE_EPOCH, stale.get());
        }
        ChangeSet.Builder changes = ChangeSet.builder().delete(Columns.PURGES, command.getTableUuid());
        Locations.release(
                changes,
                Locations.together(purge.get().getLocation(), purge.get().getFurtherLocationsList()));
        view.scan(Columns.PROCESSES, Keys.ProcessKey.of(command.getTableUuid()), (key, process) -> {
            changes.delete(Columns.PROCESSES, key);
            return true;
        });
        return Decision.accept(changes.build(), Done.getDefaultInstance());
    }
}
