package io.ams.op;

import io.ams.ddl.TargetShapes;
import io.ams.ddl.group.Coordination;
import io.ams.proto.Command;
import io.ams.proto.FoldedRequest;
import io.ams.proto.ProcessRow;
import io.ams.proto.ProcessState;
import io.ams.proto.TableBacklog;
import io.ams.proto.TableCommitted;
import io.ams.proto.TableRow;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Moves the pointer of a table from one metadata file to the next, if the table still is at the version that the new one was made
 * from. An owner's commit carries the epoch of the table's bucket, and may end the process whose work it is: pointer and process
 * change together or not at all.
 *
 * <p>What a user's commit adds goes onto the backlog. A commit that ends a process leaves the backlog alone: it was emptied when
 * the process was created, so what is on it now came later.
 *
 * <p>Refused: {@code TABLE_NOT_FOUND}, {@code STALE_EPOCH}, {@code PROCESS_NOT_FOUND}, {@code PROCESS_ENDED},
 * {@code PROCESS_UNFINISHED}, {@code COMMIT_CONFLICT}, {@code DDL_BINDING_STALE}, {@code BAD_REQUEST},
 * {@code LOCATION_OUTSIDE_WAREHOUSE}, {@code LOCATION_TAKEN}. Sent twice without a key, the second is refused as a conflict.
 */
public final class TableCommit extends Operation<io.ams.proto.TableCommit, TableCommitted> {
    public TableCommit() {
        super(
                Command.BodyCase.TABLE_COMMIT,
                Command::getTableCommit,
                Command.Builder::setTableCommit,
                TableCommitted.parser());
    }

    @Override
    public List<FoldedRequest> folded(io.ams.proto.TableCommit command) {
        return command.getFoldedList();
    }

    @Override
    public Decision<TableCommitted> decide(View view, LogPosition at, io.ams.proto.TableCommit command) {
        Optional<String> misshapen = TargetShapes.complaint(command.getShape());
        if (misshapen.isPresent()) {
            return Decision.refuse(ErrorCode.BAD_REQUEST, misshapen.get());
        }
        Decision<TableCommitted> moved = move(view, at, command);
        if (moved instanceof Decision.Accepted<TableCommitted> accepted && command.hasShape()) {
            ChangeSet changes = ChangeSet.builder()
                    .addAll(accepted.changes())
                    .addAll(Coordination.observe(view, at, command.getUuid(), command.getShape()))
                    .build();
            return Decision.accept(changes, accepted.result());
        }
        return moved;
    }

    /** The same without a word to the group of shards that feeds the table: for a commit that the group itself makes. */
    Decision<TableCommitted> move(View view, LogPosition at, io.ams.proto.TableCommit command) {
        Optional<TableRow> found = view.get(Columns.TABLES, command.getUuid());
        if (found.isEmpty()) {
            return Tables.unknown(command.getUuid()).refusal();
        }
        TableRow table = found.get();
        Optional<Objection> objection = staleEpoch(view, table, command)
                .or(() -> wrongProcess(view, command))
                .or(() -> wrongVersion(table, command))
                .or(() -> BindingFence.stale(view, table, command.getBindingsList()))
                .or(() -> malformed(table, command))
                .or(() -> wrongLocations(view, table, command));
        if (objection.isPresent()) {
            return objection.get().refusal();
        }
        ChangeSet.Builder changes = ChangeSet.builder();
        TableRow committed = committed(table, command, at);
        changes.put(Columns.TABLES, table.getUuid(), committed);
        Locations.reserve(changes, table.getUuid(), Locations.without(locations(command), Locations.present(table)));
        if (endsProcess(command)) {
            endProcess(view, changes, command, committed, at);
        }
        return Decision.accept(changes.build(), Tables.committed(committed));
    }

    private static boolean endsProcess(io.ams.proto.TableCommit command) {
        return !command.getProcessId().isEmpty();
    }

    private static List<String> locations(io.ams.proto.TableCommit command) {
        return Locations.together(command.getLocation(), command.getFurtherLocationsList());
    }

    private static Optional<Objection> staleEpoch(View view, TableRow table, io.ams.proto.TableCommit command) {
        if (command.getEpoch() == 0 && !endsProcess(command)) {
            return Optional.empty();
        }
        return OwnerFence.stale(view, table.getBucket(), command.getEpoch())
                .map(why -> new Objection(ErrorCode.STALE_EPOCH, why));
    }

    private static Optional<Objection> wrongProcess(View view, io.ams.proto.TableCommit command) {
        if (!endsProcess(command)) {
            return Optional.empty();
        }
        String which = "process " + command.getProcessId() + " of table " + command.getUuid();
        Optional<ProcessRow> process = process(view, command);
        if (process.isEmpty()) {
            return Optional.of(new Objection(ErrorCode.PROCESS_NOT_FOUND, "there is no " + which));
        }
        ProcessState state = process.get().getState();
        if (ProcessRows.isEnded(process.get())) {
            return Optional.of(new Objection(ErrorCode.PROCESS_ENDED, which + " is over: it is " + state));
        }
        return state == ProcessState.COMMITTING
                ? Optional.empty()
                : Optional.of(new Objection(
                        ErrorCode.PROCESS_UNFINISHED, which + " is " + state + "; not all of its tasks are done"));
    }

    private static Optional<ProcessRow> process(View view, io.ams.proto.TableCommit command) {
        return view.get(Columns.PROCESSES, new Keys.ProcessKey(command.getUuid(), command.getProcessId()));
    }

    private static Optional<Objection> wrongVersion(TableRow table, io.ams.proto.TableCommit command) {
        if (table.getVersion() == command.getExpectedVersion()) {
            return Optional.empty();
        }
        return Optional.of(new Objection(
                ErrorCode.COMMIT_CONFLICT,
                "table " + Names.dotted(table.getLevelsList(), table.getName()) + " is at version "
                        + table.getVersion() + ", not " + Long.toUnsignedString(command.getExpectedVersion())
                        + "; load it and try again"));
    }

    private static Optional<Objection> malformed(TableRow table, io.ams.proto.TableCommit command) {
        if (table.getMetadataLocation().equals(command.getMetadataLocation())) {
            return Optional.of(new Objection(
                    ErrorCode.BAD_REQUEST,
                    "the new metadata location is the present one, " + command.getMetadataLocation()
                            + "; each version needs a file of its own"));
        }
        return Tables.required("metadata location", command.getMetadataLocation())
                .or(() -> Tables.negative(command.getAddedFiles(), command.getAddedBytes()))
                .or(() -> Tables.negative(command.getOutputFiles(), command.getOutputBytes()));
    }

    private static Optional<Objection> wrongLocations(View view, TableRow table, io.ams.proto.TableCommit command) {
        List<String> locations = locations(command);
        return locations.equals(Locations.present(table))
                ? Optional.empty()
                : Locations.refused(view, table.getCatalog(), table.getUuid(), locations);
    }

    private static TableRow committed(TableRow table, io.ams.proto.TableCommit command, LogPosition at) {
        TableBacklog backlog = endsProcess(command)
                ? table.getBacklog()
                : Tables.grown(table.getBacklog(), command.getAddedFiles(), command.getAddedBytes(), at);
        List<String> before = new ArrayList<>(Locations.present(table));
        before.addAll(table.getFormerLocationsList());
        TableRow.Builder row = table.toBuilder()
                .setPreviousMetadataLocation(table.getMetadataLocation())
                .setMetadataLocation(command.getMetadataLocation())
                .setVersion(table.getVersion() + 1)
                .setShapeVersion(command.hasShape() ? table.getVersion() + 1 : table.getShapeVersion())
                .setLocation(command.getLocation())
                .clearFurtherLocations()
                .addAllFurtherLocations(command.getFurtherLocationsList())
                .clearFormerLocations()
                .addAllFormerLocations(Locations.without(before, locations(command)))
                .setSummary(command.getSummary())
                .setBacklog(backlog)
                .clearUpkeep()
                .addAllUpkeep(SortedProperties.of(command.getUpkeepList()))
                .setUpdatedAtMillis(at.timeMillis());
        if (endsProcess(command)) {
            row.clearRunningProcess().setLastUpkeepAtMillis(at.timeMillis());
        }
        return row.build();
    }

    private static void endProcess(
            View view,
            ChangeSet.Builder changes,
            io.ams.proto.TableCommit command,
            TableRow committed,
            LogPosition at) {
        ProcessRow process = process(view, command).orElseThrow().toBuilder()
                .setOutputFiles(command.getOutputFiles())
                .setOutputBytes(command.getOutputBytes())
                .setCommittedVersion(committed.getVersion())
                .build();
        ProcessRows.end(view, changes, process, ProcessState.SUCCESS, at, "");
    }
}
