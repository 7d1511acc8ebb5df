package io.ams.ddl;

import io.ams.proto.ColumnDefault;
import io.ams.proto.ColumnPath;
import io.ams.proto.Identifier;
import io.ams.proto.ShardColumn;
import io.ams.proto.ShardSchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/** Schemas of shards over few names, nested some levels deep. */
final class RandomSchemas {
    private static final List<String> PRIMITIVES = List.of("int", "long", "string", "date", "decimal(5,2)", "double");
    private static final int DEEPEST = 3;

    private final SplittableRandom random;

    RandomSchemas(SplittableRandom random) {
        this.random = random;
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    ShardSchema schema() {
        List<ShardColumn> columns = columns(1);
        Identifier.Builder identifier = Identifier.newBuilder();
        columns.stream()
                .filter(column -> chance(30))
                .forEach(column -> identifier.addColumns(ColumnPath.newBuilder().addNames(column.getName())));
        return ShardSchema.newBuilder()
                .addAllColumns(columns)
                .setIdentifier(identifier)
                .build();
    }

    private List<ShardColumn> columns(int depth) {
        List<ShardColumn> columns = new ArrayList<>();
        for (String name : List.of("a", "b", "c", "d", "e")) {
            if (chance(50)) {
                columns.add(column(name, depth));
            }
        }
        return columns.isEmpty() ? List.of(column("a", depth)) : columns;
    }

    ShardColumn column(String name, int depth) {
        ShardColumn.Builder column = ShardColumn.newBuilder().setName(name).setRequired(chance(30));
        int kind = depth > DEEPEST ? 0 : random.nextInt(10);
        if (kind == 7) {
            return column.setType("struct").addAllChildren(columns(depth + 1)).build();
        } else if (kind == 8) {
            return column.setType("list")
                    .addChildren(column("element", depth + 1))
                    .build();
        } else if (kind == 9) {
            ShardColumn key = ShardColumn.newBuilder()
                    .setName("key")
                    .setType("string")
                    .setRequired(true)
                    .build();
            return column.setType("map")
                    .addChildren(key)
                    .addChildren(column("value", depth + 1))
                    .build();
        }
        String type = PRIMITIVES.get(random.nextInt(PRIMITIVES.size()));
        column.setType(type);
        if (chance(30)) {
            column.setDefault(value(type));
        }
        return column.build();
    }

    private ColumnDefault value(String type) {
        return switch (type) {
            case "date" ->
                ColumnDefault.newBuilder()
                        .setLiteral("2024-01-0" + (1 + random.nextInt(3)))
                        .build();
            case "decimal(5,2)" ->
                ColumnDefault.newBuilder().setLiteral(random.nextInt(3) + ".00").build();
            case "string" -> ColumnDefault.newBuilder().setComputed(true).build();
            default ->
                ColumnDefault.newBuilder().setLiteral("" + random.nextInt(3)).build();
        };
    }

    /** The schema with columns, nested ones too, in the order of their names. */
    static ShardSchema sorted(ShardSchema schema) {
        ShardSchema.Builder sorted = schema.toBuilder().clearColumns();
        schema.getColumnsList().stream()
                .map(RandomSchemas::sorted)
                .sorted(Comparator.comparing(ShardColumn::getName))
                .forEach(sorted::addColumns);
        return sorted.build();
    }

    private static ShardColumn sorted(ShardColumn column) {
        ShardColumn.Builder sorted = column.toBuilder().clearChildren();
        column.getChildrenList().stream()
                .map(RandomSchemas::sorted)
                .sorted(Comparator.comparing(ShardColumn::getName))
                .forEach(sorted::addChildren);
        return sorted.build();
    }
}
