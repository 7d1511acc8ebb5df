package io.ams.testkit.history;

import io.ams.proto.ColumnDefault;
import io.ams.proto.ColumnPath;
import io.ams.proto.DdlPolicies;
import io.ams.proto.Identifier;
import io.ams.proto.ShardColumn;
import io.ams.proto.ShardSchema;
import io.ams.proto.TargetField;
import io.ams.proto.TargetShape;
import java.util.ArrayList;
import java.util.List;

/** Schemas of shards and shapes of tables: mostly such as there are, and now and then such as there cannot be. */
final class DdlShapes {
    private static final List<String> NAMES = List.of("a", "b", "c", "d", "B");
    private static final List<String> TYPES =
            List.of("int", "int", "long", "string", "float", "double", "decimal(9,2)", "decimal(12,2)", "date");
    private static final List<String> RARE_TYPES =
            List.of("timestamp", "unknown", "boolean", "binary", "fixed[4]", "uuid", "timestamptz_ns", "variant");
    private static final List<String> NO_TYPES =
            List.of("", "INT", "decimal(99,1)", "decimal(9", "fixed[999999999999]", "struct", "list", "map", "int[]");

    private DdlShapes() {}

    static String name(Chooser choose) {
        return choose.about(choose.of(NAMES));
    }

    /** The spelling of a type; rarely of none, or of a nested one without its parts. */
    static String type(Chooser choose) {
        int which = choose.below(100);
        return choose.of(which < 88 ? TYPES : which < 99 ? RARE_TYPES : NO_TYPES);
    }

    static DdlPolicies policies(Chooser choose) {
        if (choose.chance(40)) {
            return DdlPolicies.getDefaultInstance();
        }
        return DdlPolicies.newBuilder()
                .setDropValue((int) choose.about(choose.below(2)))
                .setRenameValue((int) choose.about(choose.below(3)))
                .setReaddValue((int) choose.about(choose.below(2)))
                .setDateToTimestamp(choose.chance(30))
                .build();
    }

    static ShardSchema schema(Chooser choose) {
        ShardSchema.Builder schema = ShardSchema.newBuilder();
        for (String name : NAMES.subList(0, 4)) {
            if (choose.chance(60)) {
                schema.addColumns(column(choose, choose.about(name), 0));
            }
        }
        if (choose.chance(3)) {
            schema.addColumns(column(choose, "A", 0));
        }
        if (choose.chance(15)) {
            schema.setIdentifier(identifier(choose));
        }
        return schema.build();
    }

    static Identifier identifier(Chooser choose) {
        Identifier.Builder identifier = Identifier.newBuilder();
        for (int i = choose.below(3); i > 0; i--) {
            identifier.addColumns(
                    ColumnPath.newBuilder().addAllNames(choose.chance(97) ? List.of(choose.of(NAMES)) : List.of()));
        }
        return identifier.build();
    }

    /** A column, rarely a nested one. */
    static ShardColumn column(Chooser choose, String name, int depth) {
        ShardColumn.Builder column =
                ShardColumn.newBuilder().setName(name).setType(type(choose)).setRequired(choose.chance(20));
        if (choose.chance(12)) {
            addParts(choose, column, depth);
        }
        if (choose.chance(20)) {
            column.setDefault(defaultValue(choose, column.getType()));
        }
        if (choose.chance(2)) {
            column.setFieldId((int) choose.about(1)).setCast(true);
        }
        return column.build();
    }

    /** Makes it a nested column with parts, nearly always the right ones. */
    static void addParts(Chooser choose, ShardColumn.Builder column, int depth) {
        int inside = depth > 30 || choose.chance(99) ? depth + 1 : depth;
        switch (choose.below(3)) {
            case 0 -> {
                column.setType("struct").addChildren(column(choose, "x", inside));
                if (choose.chance(50)) {
                    column.addChildren(column(choose, name(choose), inside));
                }
            }
            case 1 -> column.setType("list").addChildren(column(choose, choose.about("element"), inside));
            default ->
                column.setType("map")
                        .addChildren(column(choose, "key", inside))
                        .addChildren(column(choose, choose.about("value"), inside));
        }
    }

    /** What a column of this type may have for a default, or rarely may not. */
    static ColumnDefault defaultValue(Chooser choose, String type) {
        int which = choose.below(20);
        if (which == 0) {
            return ColumnDefault.newBuilder().setGenerated(choose.chance(90)).build();
        } else if (which < 4) {
            return ColumnDefault.newBuilder().setComputed(choose.chance(90)).build();
        }
        String fitting =
                type.equals("date") ? "2024-02-29" : type.equals("string") ? "x" : choose.of(List.of("0", "5"));
        String literal = choose.chance(92) ? fitting : choose.of(List.of("1.50", "", "1e999999999", "x", "-0.0"));
        return ColumnDefault.newBuilder().setLiteral(literal).build();
    }

    /** The shape of a table. */
    static TargetShape shape(Chooser choose) {
        TargetShape.Builder shape = TargetShape.newBuilder().setFormatVersion((int) choose.about(2 + choose.below(2)));
        for (String name : NAMES.subList(0, choose.below(4))) {
            shape.addFields(field(choose, shape, name));
        }
        if (shape.getFieldsCount() > 0 && choose.chance(10)) {
            shape.addPinnedIds(shape.getFields(0).getId());
        }
        if (shape.getFieldsCount() > 0 && choose.chance(10)) {
            shape.addIdentifierIds((int) choose.about(shape.getFields(0).getId()));
        }
        return choose.chance(5) ? spoiled(choose, shape.build()) : shape.build();
    }

    private static TargetField field(Chooser choose, TargetShape.Builder shape, String name) {
        shape.setLastFieldId(shape.getLastFieldId() + 1);
        TargetField.Builder field = TargetField.newBuilder()
                .setId(shape.getLastFieldId())
                .setName(name)
                .setType(choose.of(choose.chance(90) ? TYPES : RARE_TYPES))
                .setRequired(choose.chance(20));
        if (choose.chance(10)) {
            field.setType("struct").addChildren(field(choose, shape, "x"));
        } else if (choose.chance(5)) {
            field.setType("list").addChildren(field(choose, shape, "element"));
        }
        return field.build();
    }

    /** The shape after somebody changed the table, without what the group knows of it; rarely one that no table has. */
    static TargetShape changed(Chooser choose, TargetShape present) {
        TargetShape.Builder shape = present.toBuilder().clearFields();
        present.getFieldsList().forEach(field -> shape.addFields(withoutUse(field)));
        for (int i = choose.below(3); i > 0; i--) {
            change(choose, shape);
        }
        shape.setSchemaId((int) choose.about(present.getSchemaId() + 1));
        return choose.chance(8) ? spoiled(choose, shape.build()) : shape.build();
    }

    private static TargetField withoutUse(TargetField field) {
        List<TargetField> children = new ArrayList<>();
        field.getChildrenList().forEach(child -> children.add(withoutUse(child)));
        return field.toBuilder()
                .clearUse()
                .clearChildren()
                .addAllChildren(children)
                .build();
    }

    private static void change(Chooser choose, TargetShape.Builder shape) {
        int count = shape.getFieldsCount();
        if (count == 0 || choose.chance(30)) {
            shape.addFields(field(choose, shape, choose.of(NAMES) + choose.below(3)));
            return;
        }
        int at = choose.below(count);
        TargetField.Builder field = shape.getFieldsBuilder(at);
        switch (choose.below(6)) {
            case 0 -> shape.removeFields(at);
            case 1 -> field.setName(name(choose));
            case 2 -> field.setType(field.getType().equals("int") ? "long" : field.getType());
            case 3 -> field.setRequired(false);
            case 4 -> shape.addPinnedIds(field.getId());
            default -> shape.clearPinnedIds();
        }
    }

    /** The shape with something in it that cannot be. */
    private static TargetShape spoiled(Chooser choose, TargetShape present) {
        TargetShape.Builder shape = present.toBuilder();
        if (shape.getFieldsCount() == 0) {
            shape.addFields(TargetField.newBuilder().setId(1).setName("a").setType("int"));
        }
        TargetField.Builder field = shape.getFieldsBuilder(choose.below(shape.getFieldsCount()));
        switch (choose.below(8)) {
            case 0 -> field.setType(choose.of(NO_TYPES));
            case 1 -> field.setId((int) choose.about(-1));
            case 2 -> shape.addFields(field.build());
            case 3 -> shape.setLastFieldId((int) choose.about(0));
            case 4 -> field.addChildren(field.build());
            case 5 -> field.setName(choose.of(List.of("", "nul\0nul", "b")));
            case 6 -> shape.addIdentifierIds(99).addPinnedIds(-1);
            default -> shape.setFormatVersion(-1);
        }
        return shape.build();
    }
}
