package io.ams.web.it;

import io.ams.ddl.protocol.Announcement;
import io.ams.ddl.protocol.Change;
import io.ams.ddl.protocol.Column;
import io.ams.ddl.protocol.DefaultValue;
import io.ams.ddl.protocol.JoinRequest;
import io.ams.ddl.protocol.Rename;
import io.ams.ddl.protocol.ResolveRequest;
import io.ams.ddl.protocol.Schema;
import io.ams.proto.ColumnDefault;
import io.ams.proto.DdlAnnounce;
import io.ams.proto.DdlJoin;
import io.ams.proto.DdlResolve;
import io.ams.proto.DdlVerb;
import io.ams.proto.SchemaChange;
import io.ams.proto.ShardColumn;
import io.ams.proto.ShardSchema;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Commands of the core about flat schemas, as the bodies that ask for them. */
final class DdlBodies {
    private DdlBodies() {}

    static JoinRequest join(DdlJoin join) {
        return new JoinRequest(schema(join.getSchema()), null, null, null, join.getSkipConflicts(), null);
    }

    static Announcement announcement(DdlAnnounce announce) {
        return new Announcement(
                announce.getSeq(),
                changes(announce.getChangesList()),
                null,
                announce.hasBefore() ? schema(announce.getBefore()) : null,
                announce.hasAfter() ? schema(announce.getAfter()) : null,
                null,
                null);
    }

    static ResolveRequest resolve(DdlResolve resolve) {
        DdlVerb verb = resolve.getVerb();
        return new ResolveRequest(
                verb.name().substring("VERB_".length()).toLowerCase(Locale.ROOT).replace('_', '-'),
                resolve.getSeq() == 0 ? null : resolve.getSeq(),
                verb == DdlVerb.VERB_REPLACE ? changes(resolve.getChangesList()) : null,
                null,
                resolve.hasSchema() ? schema(resolve.getSchema()) : null,
                null);
    }

    private static Schema schema(ShardSchema schema) {
        return new Schema(
                schema.getColumnsList().stream().map(DdlBodies::column).toList(),
                schema.hasIdentifier()
                        ? schema.getIdentifier().getColumnsList().stream()
                                .map(path -> List.copyOf(path.getNamesList()))
                                .toList()
                        : null);
    }

    private static Column column(ShardColumn column) {
        return new Column(
                column.getName(),
                column.getType(),
                column.getRequired(),
                column.hasDefault() ? value(column.getDefault()) : null,
                null,
                null,
                null,
                null);
    }

    private static DefaultValue value(ColumnDefault value) {
        return value.hasLiteral() ? DefaultValue.of(value.getLiteral()) : new DefaultValue(null, true, null);
    }

    private static List<Change> changes(List<SchemaChange> changes) {
        return changes.stream().map(DdlBodies::change).toList();
    }

    private static Change change(SchemaChange change) {
        return switch (change.getChangeCase()) {
            case ADD -> Change.add(column(change.getAdd().getColumn()));
            case DROP -> Change.drop(change.getDrop().getPath(0));
            case RENAME -> rename(change);
            case TYPE ->
                Change.type(change.getType().getType(), change.getType().getPath(0));
            case NULLABILITY ->
                of(
                        "nullability",
                        change.getNullability().getPath(0),
                        change.getNullability().getRequired(),
                        null,
                        null);
            case DEFAULT ->
                of(
                        "default",
                        change.getDefault().getPath(0),
                        null,
                        change.getDefault().hasDefault()
                                ? value(change.getDefault().getDefault())
                                : null,
                        null);
            case COMMENT ->
                of(
                        "comment",
                        change.getComment().getPath(0),
                        null,
                        null,
                        change.getComment().getComment());
            case IDENTIFIER -> identifier(change);
            case NO_EFFECT -> bare("no-effect", change.getNoEffect().getWhat());
            case TRUNCATE -> bare("truncate", null);
            case CHANGE_NOT_SET -> throw new IllegalArgumentException("no change");
        };
    }

    private static Change rename(SchemaChange change) {
        List<Rename> renames = change.getRename().getColumnsList().stream()
                .map(rename -> new Rename(List.copyOf(rename.getPathList()), rename.getNewName()))
                .toList();
        return new Change("rename", null, null, null, null, null, renames, null, null, null, null, null);
    }

    private static Change identifier(SchemaChange change) {
        List<List<String>> key = change.getIdentifier().getIdentifier().getColumnsList().stream()
                .map(path -> List.copyOf(path.getNamesList()))
                .toList();
        return new Change("identifier", null, null, null, null, null, null, null, null, null, key, null);
    }

    private static Change of(
            String op,
            String column,
            @Nullable Boolean required,
            @Nullable DefaultValue value,
            @Nullable String comment) {
        return new Change(op, List.of(column), null, null, null, null, null, required, value, comment, null, null);
    }

    private static Change bare(String op, @Nullable String what) {
        return new Change(op, null, null, null, null, null, null, null, null, null, null, what);
    }
}
