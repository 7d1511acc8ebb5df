package io.ams.web.ddl;

import static io.ams.web.ddl.IncomingSchemas.given;
import static io.ams.web.ddl.IncomingSchemas.path;

import io.ams.ddl.protocol.Change;
import io.ams.ddl.protocol.Column;
import io.ams.ddl.protocol.Rename;
import io.ams.proto.AddColumn;
import io.ams.proto.ChangeComment;
import io.ams.proto.ChangeDefault;
import io.ams.proto.ChangeIdentifier;
import io.ams.proto.ChangeNullability;
import io.ams.proto.ChangeType;
import io.ams.proto.DropColumn;
import io.ams.proto.NoEffect;
import io.ams.proto.RenameColumns;
import io.ams.proto.RenamedColumn;
import io.ams.proto.SchemaChange;
import io.ams.proto.ShardColumn;
import io.ams.proto.Truncate;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Changes as they are sent, as messages of the core. What is not whole is refused with BAD_REQUEST. */
public final class IncomingChanges {
    private IncomingChanges() {}

    /** The changes, in order. */
    public static List<SchemaChange> changes(List<Change> sent) {
        return sent.stream().map(change -> change(given(change, "a change"))).toList();
    }

    /** What {@code op} may be. */
    public static List<String> ops() {
        return Arrays.stream(SchemaChange.ChangeCase.values())
                .filter(kind -> kind != SchemaChange.ChangeCase.CHANGE_NOT_SET)
                .map(kind -> kind.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
    }

    private static SchemaChange change(Change sent) {
        SchemaChange.Builder change = SchemaChange.newBuilder();
        switch (given(sent.op(), "change.op")) {
            case "add" -> change.setAdd(add(sent));
            case "drop" ->
                change.setDrop(DropColumn.newBuilder()
                        .addAllPath(path(sent.path()))
                        .setIfPresent(Boolean.TRUE.equals(sent.tolerant())));
            case "rename" -> change.setRename(rename(sent));
            case "type" -> change.setType(type(sent));
            case "nullability" ->
                change.setNullability(ChangeNullability.newBuilder()
                        .addAllPath(path(sent.path()))
                        .setRequired(given(sent.required(), "change.required")));
            case "default" -> change.setDefault(defaultOf(sent));
            case "comment" ->
                change.setComment(ChangeComment.newBuilder()
                        .addAllPath(path(sent.path()))
                        .setComment(given(sent.comment(), "change.comment")));
            case "identifier" ->
                change.setIdentifier(ChangeIdentifier.newBuilder()
                        .setIdentifier(IncomingSchemas.identifier(given(sent.identifier(), "change.identifier"))));
            case "no-effect" -> change.setNoEffect(NoEffect.newBuilder().setWhat(given(sent.what(), "change.what")));
            case "truncate" -> change.setTruncate(Truncate.getDefaultInstance());
            default ->
                throw IncomingSchemas.bad(
                        "there is no change '" + sent.op() + "': op is one of " + String.join(", ", ops()));
        }
        return change.build();
    }

    private static AddColumn add(Change sent) {
        Column column = given(sent.column(), "change.column");
        AddColumn.Builder add = AddColumn.newBuilder()
                .setColumn(IncomingSchemas.column(column, given(column.name(), "column.name")))
                .setIfAbsent(Boolean.TRUE.equals(sent.tolerant()));
        if (sent.parent() != null && !sent.parent().isEmpty()) {
            add.addAllParent(path(sent.parent()));
        }
        IncomingSchemas.value(sent.existing()).ifPresent(add::setExisting);
        Optional.ofNullable(sent.comment()).ifPresent(add::setComment);
        return add.build();
    }

    private static RenameColumns rename(Change sent) {
        RenameColumns.Builder renames = RenameColumns.newBuilder();
        for (Rename sentRename : given(sent.renames(), "change.renames")) {
            Rename rename = given(sentRename, "a rename");
            renames.addColumns(RenamedColumn.newBuilder()
                    .addAllPath(path(rename.path()))
                    .setNewName(given(rename.to(), "rename.to")));
        }
        return renames.build();
    }

    private static ChangeType type(Change sent) {
        ShardColumn typed = IncomingSchemas.column(given(sent.column(), "change.column"), "x");
        return ChangeType.newBuilder()
                .addAllPath(path(sent.path()))
                .setType(typed.getType())
                .addAllChildren(typed.getChildrenList())
                .build();
    }

    private static ChangeDefault defaultOf(Change sent) {
        ChangeDefault.Builder change = ChangeDefault.newBuilder().addAllPath(path(sent.path()));
        IncomingSchemas.value(sent.defaultValue()).ifPresent(change::setDefault);
        return change.build();
    }
}
