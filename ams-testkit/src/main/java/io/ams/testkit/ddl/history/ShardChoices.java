package io.ams.testkit.ddl.history;

import io.ams.proto.AddColumn;
import io.ams.proto.ChangeComment;
import io.ams.proto.ChangeDefault;
import io.ams.proto.ChangeIdentifier;
import io.ams.proto.ChangeNullability;
import io.ams.proto.ChangeType;
import io.ams.proto.ColumnDefault;
import io.ams.proto.ColumnPath;
import io.ams.proto.DropColumn;
import io.ams.proto.Identifier;
import io.ams.proto.NoEffect;
import io.ams.proto.RenameColumns;
import io.ams.proto.RenamedColumn;
import io.ams.proto.SchemaChange;
import io.ams.proto.ShardColumn;
import io.ams.proto.ShardSchema;
import io.ams.proto.Truncate;
import io.ams.testkit.Dice;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** What a shard does next, by chance; only what the model knows of. Not for several threads. */
final class ShardChoices extends Dice {
    private static final List<String> NAMES = List.of("a", "b", "c", "d", "e", "f");

    /** Some of them go together, and most columns are of one of the first. */
    private static final List<String> TYPES = List.of(
            "int", "int", "long", "string", "float", "double", "decimal(9,2)", "decimal(12,2)", "date", "boolean");

    ShardChoices(SplittableRandom random) {
        super(random);
    }

    /** A key that nobody else has. */
    String key() {
        return Long.toHexString(random().nextLong()) + Long.toHexString(random().nextLong());
    }

    /** A schema of at least one column. */
    ShardSchema schema() {
        ShardSchema.Builder schema = ShardSchema.newBuilder();
        for (String name : NAMES) {
            if (chance(40)) {
                schema.addColumns(column(name));
            }
        }
        return schema.getColumnsCount() == 0 ? schema.addColumns(column("a")).build() : schema.build();
    }

    private ShardColumn column(String name) {
        ShardColumn.Builder column = ShardColumn.newBuilder()
                .setName(name)
                .setType(chance(70) ? "int" : of(TYPES))
                .setRequired(chance(10));
        return chance(12) ? column.setDefault(value(column.getType())).build() : column.build();
    }

    private ColumnDefault value(String type) {
        if (chance(10)) {
            return ColumnDefault.newBuilder().setComputed(true).build();
        }
        String literal = switch (type) {
            case "date" -> "2024-02-29";
            case "boolean" -> "true";
            case "decimal(9,2)", "decimal(12,2)" -> "5.00";
            default -> chance(50) ? "5" : "7";
        };
        return ColumnDefault.newBuilder().setLiteral(literal).build();
    }

    /** One or two changes that the table can have, nearly always. */
    List<SchemaChange> changes(ShardTable table) {
        ShardTable expected = table.copy();
        List<SchemaChange> changes = new ArrayList<>();
        for (int i = chance(88) ? 1 : 2; i > 0; i--) {
            SchemaChange change = change(expected);
            changes.add(change);
            expected.make(List.of(change));
        }
        return changes;
    }

    private SchemaChange change(ShardTable table) {
        int which = below(100);
        List<String> free =
                NAMES.stream().filter(name -> table.column(name).isEmpty()).toList();
        if (which < 36 && !free.isEmpty()) {
            return add(of(free));
        } else if (which < 60 && table.columns().size() > 1) {
            return SchemaChange.newBuilder()
                    .setDrop(DropColumn.newBuilder().addPath(path(table)))
                    .build();
        } else if (which < 74) {
            return SchemaChange.newBuilder()
                    .setRename(rename(table, free.isEmpty() ? NAMES : free))
                    .build();
        } else if (which < 86) {
            return SchemaChange.newBuilder()
                    .setType(ChangeType.newBuilder().addPath(path(table)).setType(of(TYPES)))
                    .build();
        }
        return lesser(table, which);
    }

    private SchemaChange add(String name) {
        return SchemaChange.newBuilder()
                .setAdd(AddColumn.newBuilder().setColumn(column(name)))
                .build();
    }

    private SchemaChange lesser(ShardTable table, int which) {
        SchemaChange.Builder change = SchemaChange.newBuilder();
        String path = path(table);
        if (which < 89) {
            change.setNullability(ChangeNullability.newBuilder().addPath(path).setRequired(chance(50)));
        } else if (which < 92) {
            String type = table.column(path).map(ShardColumn::getType).orElse("int");
            ChangeDefault.Builder changed = ChangeDefault.newBuilder().addPath(path);
            change.setDefault(chance(70) ? changed.setDefault(value(type)) : changed);
        } else if (which < 94) {
            change.setComment(ChangeComment.newBuilder().addPath(path).setComment("c" + below(3)));
        } else if (which < 95) {
            change.setIdentifier(ChangeIdentifier.newBuilder()
                    .setIdentifier(Identifier.newBuilder()
                            .addColumns(ColumnPath.newBuilder().addNames(path))));
        } else if (which < 98) {
            change.setNoEffect(NoEffect.newBuilder().setWhat("index"));
        } else {
            change.setTruncate(Truncate.getDefaultInstance());
        }
        return change.build();
    }

    private RenameColumns rename(ShardTable table, List<String> free) {
        List<ShardColumn> columns = table.columns();
        if (columns.size() > 1 && chance(15)) {
            String first = columns.get(0).getName();
            String second = columns.get(1).getName();
            // A swap, or one takes the name that the other leaves.
            String left = chance(50) ? first : of(free);
            return RenameColumns.newBuilder()
                    .addColumns(renamed(first, second))
                    .addColumns(renamed(second, left))
                    .build();
        }
        return RenameColumns.newBuilder()
                .addColumns(renamed(path(table), of(free)))
                .build();
    }

    private static RenamedColumn renamed(String from, String to) {
        return RenamedColumn.newBuilder().addPath(from).setNewName(to).build();
    }

    private String path(ShardTable table) {
        return chance(1) ? of(NAMES) : of(table.columns()).getName();
    }
}
