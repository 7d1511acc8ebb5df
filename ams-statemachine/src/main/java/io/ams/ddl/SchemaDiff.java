package io.ams.ddl;

import io.ams.proto.AddColumn;
import io.ams.proto.ChangeDefault;
import io.ams.proto.ChangeIdentifier;
import io.ams.proto.ChangeNullability;
import io.ams.proto.ChangeType;
import io.ams.proto.ColumnDefault;
import io.ams.proto.DropColumn;
import io.ams.proto.SchemaChange;
import io.ams.proto.ShardColumn;
import io.ams.proto.ShardSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The changes that make one schema of a shard another, told by names: what is called otherwise is another column. Columns that
 * come are added first, so that a schema is never without any.
 */
public final class SchemaDiff {
    private SchemaDiff() {}

    /** The changes from one to the other; none if they say the same. Bindings and the order of columns make no difference. */
    public static List<SchemaChange> between(ShardSchema before, ShardSchema after) {
        List<SchemaChange> changes = new ArrayList<>();
        Map<String, ShardColumn> old = byName(before.getColumnsList());
        Map<String, ShardColumn> now = byName(after.getColumnsList());
        for (ShardColumn column : after.getColumnsList()) {
            ShardColumn known = old.get(NameKeys.of(column.getName()));
            if (known == null) {
                changes.add(SchemaChange.newBuilder()
                        .setAdd(AddColumn.newBuilder().setColumn(column))
                        .build());
            } else {
                compare(known, column, changes);
            }
        }
        for (ShardColumn column : before.getColumnsList()) {
            if (!now.containsKey(NameKeys.of(column.getName()))) {
                changes.add(SchemaChange.newBuilder()
                        .setDrop(DropColumn.newBuilder().addPath(column.getName()))
                        .build());
            }
        }
        if (after.hasIdentifier() && !after.getIdentifier().equals(before.getIdentifier())) {
            changes.add(SchemaChange.newBuilder()
                    .setIdentifier(ChangeIdentifier.newBuilder().setIdentifier(after.getIdentifier()))
                    .build());
        }
        return changes;
    }

    private static Map<String, ShardColumn> byName(List<ShardColumn> columns) {
        Map<String, ShardColumn> byName = new TreeMap<>();
        columns.forEach(column -> byName.put(NameKeys.of(column.getName()), column));
        return byName;
    }

    private static void compare(ShardColumn before, ShardColumn after, List<SchemaChange> changes) {
        if (!sameType(before, after)) {
            changes.add(SchemaChange.newBuilder()
                    .setType(ChangeType.newBuilder()
                            .addPath(before.getName())
                            .setType(after.getType())
                            .addAllChildren(after.getChildrenList()))
                    .build());
        }
        if (before.getRequired() != after.getRequired()) {
            changes.add(SchemaChange.newBuilder()
                    .setNullability(ChangeNullability.newBuilder()
                            .addPath(before.getName())
                            .setRequired(after.getRequired()))
                    .build());
        }
        compareDefaults(List.of(before.getName()), before, after, changes);
    }

    private static void compareDefaults(
            List<String> path, ShardColumn before, ShardColumn after, List<SchemaChange> changes) {
        if (!carriedOver(before, after.getType()).equals(after.getDefault())) {
            ChangeDefault.Builder change = ChangeDefault.newBuilder().addAllPath(path);
            if (after.hasDefault()) {
                change.setDefault(after.getDefault());
            }
            changes.add(SchemaChange.newBuilder().setDefault(change).build());
        }
        if (before.getType().equals(after.getType())) {
            Map<String, ShardColumn> old = byName(before.getChildrenList());
            for (ShardColumn part : after.getChildrenList()) {
                ShardColumn known = old.get(NameKeys.of(part.getName()));
                if (known != null) {
                    List<String> inside = new ArrayList<>(path);
                    inside.add(known.getName());
                    compareDefaults(inside, known, part, changes);
                }
            }
        }
    }

    /** The column's default once it has the other type: 7 as a decimal is 7.00, and no other default. */
    private static ColumnDefault carriedOver(ShardColumn column, String type) {
        Optional<ColumnType> from = ColumnType.parse(column.getType());
        Optional<ColumnType> to = ColumnType.parse(type);
        if (from.equals(to) || !column.getDefault().hasLiteral()) {
            return column.getDefault();
        }
        return from.flatMap(before -> to.flatMap(
                        after -> Literals.as(before, after, column.getDefault().getLiteral())))
                .map(literal -> ColumnDefault.newBuilder().setLiteral(literal).build())
                .orElse(ColumnDefault.getDefaultInstance());
    }

    private static boolean sameType(ShardColumn left, ShardColumn right) {
        if (!left.getType().equals(right.getType()) || left.getChildrenCount() != right.getChildrenCount()) {
            return false;
        }
        Map<String, ShardColumn> parts = byName(right.getChildrenList());
        return left.getChildrenList().stream().allMatch(part -> {
            ShardColumn other = parts.get(NameKeys.of(part.getName()));
            return other != null && part.getRequired() == other.getRequired() && sameType(part, other);
        });
    }

    /** Whether both have the same columns: names, types, NULL. Bindings, defaults and order make no difference. */
    public static boolean isSame(ShardSchema left, ShardSchema right) {
        return between(left, right).stream().allMatch(SchemaChange::hasDefault);
    }
}
