package io.ams.op;

import io.ams.proto.NameKind;
import io.ams.proto.TableBacklog;
import io.ams.proto.TableCommitted;
import io.ams.proto.TableRow;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.Optional;

/** What the operations on tables have in common. */
final class Tables {
    private Tables() {}

    /** Objects to a uuid that no table has. */
    static Objection unknown(String uuid) {
        return new Objection(
                ErrorCode.TABLE_NOT_FOUND,
                "Table does not exist: no table has uuid " + uuid + "; it may have been dropped");
    }

    /** Objects to a name that a table or view has. */
    static Optional<Objection> nameTaken(View view, Keys.NameKey key) {
        String name = Names.dotted(key.levels(), key.name());
        return view.get(Columns.NAMES, key)
                .map(row -> row.getKind() == NameKind.VIEW
                        ? new Objection(ErrorCode.VIEW_EXISTS, "View with same name already exists: " + name)
                        : new Objection(ErrorCode.TABLE_EXISTS, "Table already exists: " + name));
    }

    /** Objects to a uuid that a table has or had, as long as the state knows of it. */
    static Optional<Objection> uuidTaken(View view, String uuid) {
        return view.get(Columns.TABLES, uuid)
                .map(table -> Names.dotted(table.getLevelsList(), table.getName()) + " has uuid " + uuid)
                .or(() -> view.get(Columns.DROPPED, uuid)
                        .map(row -> Names.dotted(
                                        row.getTable().getLevelsList(),
                                        row.getTable().getName())
                                + " was dropped and keeps uuid " + uuid))
                .or(() -> view.get(Columns.PURGES, uuid)
                        .map(row -> "the files of uuid " + uuid + " are still being deleted"))
                .map(why -> new Objection(ErrorCode.TABLE_EXISTS, "Table already exists: " + why));
    }

    /** Objects to an empty value. */
    static Optional<Objection> required(String what, String value) {
        return value.isEmpty()
                ? Optional.of(new Objection(ErrorCode.BAD_REQUEST, "a table needs a " + what))
                : Optional.empty();
    }

    /** Objects to counts below zero. */
    static Optional<Objection> negative(long files, long bytes) {
        return files < 0 || bytes < 0
                ? Optional.of(new Objection(
                        ErrorCode.BAD_REQUEST, "a commit cannot add " + files + " files of " + bytes + " bytes"))
                : Optional.empty();
    }

    /** The backlog after a commit that adds these files; one that adds none is no work for upkeep. */
    static TableBacklog grown(TableBacklog backlog, long files, long bytes, LogPosition at) {
        if (files == 0) {
            return backlog;
        }
        return backlog.toBuilder()
                .setFiles(backlog.getFiles() + files)
                .setBytes(backlog.getBytes() + bytes)
                .setCommits(backlog.getCommits() + 1)
                .setFirstAtMillis(backlog.getCommits() == 0 ? at.timeMillis() : backlog.getFirstAtMillis())
                .setLastAtMillis(at.timeMillis())
                .build();
    }

    /** The answer to a commit that made this row. */
    static TableCommitted committed(TableRow row) {
        return TableCommitted.newBuilder()
                .setUuid(row.getUuid())
                .setVersion(row.getVersion())
                .setMetadataLocation(row.getMetadataLocation())
                .build();
    }
}
