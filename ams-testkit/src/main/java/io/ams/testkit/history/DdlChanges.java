package io.ams.testkit.history;

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
import io.ams.proto.ShardSchema;
import io.ams.proto.Truncate;
import java.util.ArrayList;
import java.util.List;

/** What shards announce: changes that fit a schema, and now and then changes that fit none. */
final class DdlChanges {
    private DdlChanges() {}

    static List<SchemaChange> changes(Chooser choose, ShardSchema schema) {
        List<SchemaChange> changes = new ArrayList<>();
        for (int i = choose.chance(98) ? 1 + choose.below(10) / 8 : 0; i > 0; i--) {
            changes.add(change(choose, schema));
        }
        return changes;
    }

    private static SchemaChange change(Chooser choose, ShardSchema schema) {
        SchemaChange.Builder change = SchemaChange.newBuilder();
        int which = choose.below(100);
        if (which < 30) {
            return change.setAdd(add(choose, schema)).build();
        } else if (which < 45) {
            return change.setDrop(DropColumn.newBuilder()
                            .addAllPath(path(choose, schema))
                            .setIfPresent(choose.chance(10)))
                    .build();
        } else if (which < 57) {
            return change.setRename(rename(choose, schema)).build();
        } else if (which < 70) {
            return change.setType(type(choose, schema)).build();
        }
        return lesser(choose, schema, which);
    }

    private static SchemaChange lesser(Chooser choose, ShardSchema schema, int which) {
        SchemaChange.Builder change = SchemaChange.newBuilder();
        if (which < 78) {
            change.setNullability(ChangeNullability.newBuilder()
                    .addAllPath(path(choose, schema))
                    .setRequired(choose.chance(50)));
        } else if (which < 86) {
            ChangeDefault.Builder changed = ChangeDefault.newBuilder().addAllPath(path(choose, schema));
            change.setDefault(choose.chance(80) ? changed.setDefault(DdlShapes.defaultValue(choose, "int")) : changed);
        } else if (which < 90) {
            change.setComment(
                    ChangeComment.newBuilder().addAllPath(path(choose, schema)).setComment("c" + choose.below(3)));
        } else if (which < 94) {
            change.setIdentifier(ChangeIdentifier.newBuilder().setIdentifier(DdlShapes.identifier(choose)));
        } else if (which < 97) {
            change.setNoEffect(NoEffect.newBuilder().setWhat(choose.about("index")));
        } else if (which < 99) {
            change.setTruncate(Truncate.getDefaultInstance());
        }
        return change.build();
    }

    private static AddColumn add(Chooser choose, ShardSchema schema) {
        AddColumn.Builder add = AddColumn.newBuilder()
                .setColumn(DdlShapes.column(choose, DdlShapes.name(choose), 0))
                .setIfAbsent(choose.chance(5))
                .setComment(choose.chance(5) ? "added" : "");
        if (choose.chance(8)) {
            add.addAllParent(path(choose, schema));
        }
        if (choose.chance(8)) {
            add.setExisting(DdlShapes.defaultValue(choose, add.getColumn().getType()));
        }
        return add.build();
    }

    private static RenameColumns rename(Chooser choose, ShardSchema schema) {
        RenameColumns.Builder renames = RenameColumns.newBuilder();
        if (schema.getColumnsCount() > 1 && choose.chance(20)) {
            String first = schema.getColumns(0).getName();
            String second = schema.getColumns(1).getName();
            return renames.addColumns(RenamedColumn.newBuilder().addPath(first).setNewName(second))
                    .addColumns(RenamedColumn.newBuilder().addPath(second).setNewName(first))
                    .build();
        }
        for (int i = choose.chance(97) ? 1 : choose.below(3); i > 0; i--) {
            renames.addColumns(
                    RenamedColumn.newBuilder().addAllPath(path(choose, schema)).setNewName(DdlShapes.name(choose)));
        }
        return renames.build();
    }

    private static ChangeType type(Chooser choose, ShardSchema schema) {
        ChangeType.Builder changed = ChangeType.newBuilder().addAllPath(path(choose, schema));
        if (choose.chance(12)) {
            ShardColumn.Builder column = ShardColumn.newBuilder();
            DdlShapes.addParts(choose, column, 0);
            return changed.setType(column.getType())
                    .addAllChildren(column.getChildrenList())
                    .build();
        }
        return changed.setType(DdlShapes.type(choose)).build();
    }

    /** The path of a column of the schema, or rarely another. */
    private static List<String> path(Chooser choose, ShardSchema schema) {
        if (schema.getColumnsCount() == 0 || choose.chance(4)) {
            return choose.of(List.of(List.of(), List.of(""), List.of("a"), List.of("a", ""), List.of("zz", "x")));
        }
        ShardColumn column = choose.of(schema.getColumnsList());
        List<String> path = new ArrayList<>(List.of(column.getName()));
        while (column.getChildrenCount() > 0 && choose.chance(60)) {
            column = choose.of(column.getChildrenList());
            path.add(column.getName());
        }
        return path;
    }
}
