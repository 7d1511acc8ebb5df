package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.MarkRow;
import io.ams.proto.NameKind;
import io.ams.proto.NameRow;
import io.ams.proto.TableBacklog;
import io.ams.proto.TableCommitted;
import io.ams.proto.TableRow;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.List;
import java.util.Optional;

/**
 * Creates a table at version 1, in the bucket that its uuid says.
 *
 * <p>Refused: {@code BAD_REQUEST}, {@code CATALOG_NOT_FOUND}, {@code NAMESPACE_NOT_FOUND}, {@code TABLE_EXISTS} (the name or the
 * uuid), {@code VIEW_EXISTS}, {@code LOCATION_OUTSIDE_WAREHOUSE}, {@code LOCATION_TAKEN}. Sent twice without a key, the second is
 * refused.
 */
public final class TableCreate extends Operation<io.ams.proto.TableCreate, TableCommitted> {
    public TableCreate() {
        super(
                Command.BodyCase.TABLE_CREATE,
                Command::getTableCreate,
                Command.Builder::setTableCreate,
                TableCommitted.parser());
    }

    @Override
    public Decision<TableCommitted> decide(View view, LogPosition at, io.ams.proto.TableCreate command) {
        List<String> locations = Locations.together(command.getLocation(), command.getFurtherLocationsList());
        Optional<Objection> objection = malformed(command)
                .or(() -> Namespaces.missing(view, command.getCatalog(), command.getLevelsList()))
                .or(() -> Tables.nameTaken(view, nameOf(command)))
                .or(() -> Tables.uuidTaken(view, command.getUuid()))
                .or(() -> Locations.refused(view, command.getCatalog(), command.getUuid(), locations));
        if (objection.isPresent()) {
            return objection.get().refusal();
        }
        TableRow table = row(command, Buckets.home(command.getUuid(), Buckets.count(view)), at);
        NameRow name = NameRow.newBuilder()
                .setKind(NameKind.TABLE)
                .setUuid(table.getUuid())
                .build();
        ChangeSet.Builder changes = ChangeSet.builder()
                .put(Columns.NAMES, nameOf(command), name)
                .put(Columns.TABLES, table.getUuid(), table)
                .put(
                        Columns.BUCKET_TABLES,
                        new Keys.BucketTableKey(table.getBucket(), table.getUuid()),
                        MarkRow.getDefaultInstance());
        Locations.reserve(changes, table.getUuid(), locations);
        return Decision.accept(changes.build(), Tables.committed(table));
    }

    private static Optional<Objection> malformed(io.ams.proto.TableCreate command) {
        return Names.table(command.getName())
                .or(() -> Tables.required("uuid", command.getUuid()))
                .or(() -> Tables.required("metadata location", command.getMetadataLocation()))
                .or(() -> Tables.negative(command.getAddedFiles(), command.getAddedBytes()));
    }

    private static Keys.NameKey nameOf(io.ams.proto.TableCreate command) {
        return new Keys.NameKey(command.getCatalog(), command.getLevelsList(), command.getName());
    }

    private static TableRow row(io.ams.proto.TableCreate command, int bucket, LogPosition at) {
        TableBacklog backlog =
                Tables.grown(TableBacklog.getDefaultInstance(), command.getAddedFiles(), command.getAddedBytes(), at);
        return TableRow.newBuilder()
                .setUuid(command.getUuid())
                .setCatalog(command.getCatalog())
                .addAllLevels(command.getLevelsList())
                .setName(command.getName())
                .setLocation(command.getLocation())
                .setMetadataLocation(command.getMetadataLocation())
                .setVersion(1)
                .setShapeVersion(1)
                .setBucket(bucket)
                .setSummary(command.getSummary())
                .setBacklog(backlog)
                .addAllUpkeep(SortedProperties.of(command.getUpkeepList()))
                .addAllFurtherLocations(command.getFurtherLocationsList())
                .setCreatedAtMillis(at.timeMillis())
                .setUpdatedAtMillis(at.timeMillis())
                .build();
    }
}
