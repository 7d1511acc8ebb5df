package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.DroppedRow;
import io.ams.proto.NameKind;
import io.ams.proto.NameRow;
import io.ams.proto.ProcessRow;
import io.ams.proto.ProcessState;
import io.ams.proto.PurgeRow;
import io.ams.proto.TableDropped;
import io.ams.proto.TableRow;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.Optional;

/**
 * Drops a table: its name is free at once, its running process ends.
 *
 * <p>Without purge it is kept as dropped, to be brought back, until its time is over. With purge its files are noted for deletion
 * by the owner of its bucket. Either way its locations stay reserved while its files may be there.
 *
 * <p>Refused: {@code CATALOG_NOT_FOUND}, {@code TABLE_NOT_FOUND}.
 */
public final class TableDrop extends Operation<io.ams.proto.TableDrop, TableDropped> {
    public TableDrop() {
        super(Command.BodyCase.TABLE_DROP, Command::getTableDrop, Command.Builder::setTableDrop, TableDropped.parser());
    }

    @Override
    public Decision<TableDropped> decide(View view, LogPosition at, io.ams.proto.TableDrop command) {
        Keys.NameKey key = new Keys.NameKey(command.getCatalog(), command.getLevelsList(), command.getName());
        Optional<Objection> noCatalog = Namespaces.noCatalog(view, command.getCatalog());
        if (noCatalog.isPresent()) {
            return noCatalog.get().refusal();
        }
        Optional<TableRow> found = view.get(Columns.NAMES, key)
                .filter(name -> name.getKind() == NameKind.TABLE)
                .map(NameRow::getUuid)
                .flatMap(uuid -> view.get(Columns.TABLES, uuid));
        if (found.isEmpty()) {
            return Decision.refuse(
                    ErrorCode.TABLE_NOT_FOUND, "Table does not exist: " + Names.dotted(key.levels(), key.name()));
        }
        TableRow table = found.get();
        ChangeSet.Builder changes = ChangeSet.builder()
                .delete(Columns.NAMES, key)
                .delete(Columns.TABLES, table.getUuid())
                .delete(Columns.BUCKET_TABLES, new Keys.BucketTableKey(table.getBucket(), table.getUuid()));
        cancelProcess(view, changes, table, at);
        if (command.getPurge()) {
            changes.put(Columns.PURGES, table.getUuid(), purge(table, at));
        } else {
            changes.put(Columns.DROPPED, table.getUuid(), dropped(view, table, at));
        }
        return Decision.accept(
                changes.build(),
                TableDropped.newBuilder()
                        .setUuid(table.getUuid())
                        .setMetadataLocation(table.getMetadataLocation())
                        .build());
    }

    private static void cancelProcess(View view, ChangeSet.Builder changes, TableRow table, LogPosition at) {
        Optional<ProcessRow> running =
                view.get(Columns.PROCESSES, new Keys.ProcessKey(table.getUuid(), table.getRunningProcess()));
        running.ifPresent(
                process -> ProcessRows.end(view, changes, process, ProcessState.CANCELED, at, "the table was dropped"));
    }

    private static PurgeRow purge(TableRow table, LogPosition at) {
        return PurgeRow.newBuilder()
                .setTableUuid(table.getUuid())
                .setCatalog(table.getCatalog())
                .setMetadataLocation(table.getMetadataLocation())
                .setLocation(table.getLocation())
                .setBucket(table.getBucket())
                .setRequestedAtMillis(at.timeMillis())
                .addAllFurtherLocations(table.getFurtherLocationsList())
                .addAllFurtherLocations(table.getFormerLocationsList())
                .build();
    }

    private static DroppedRow dropped(View view, TableRow table, LogPosition at) {
        return DroppedRow.newBuilder()
                .setTable(table.toBuilder().clearRunningProcess())
                .setDroppedAtMillis(at.timeMillis())
                .setExpiresAtMillis(at.timeMillis() + Settings.DROPPED_RETENTION.numberIn(view))
                .build();
    }
}
