package io.ams.ddl;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a shard's rows are written into the target: where each of its columns goes, and what goes into the fields that it lacks.
 *
 * @param columns the shard's columns, outer ones first
 * @param fills fields of the target that the shard has no column for, at levels that it has
 */
public record Bindings(List<Bound> columns, List<Fill> fills) {
    /**
     * One column of the shard.
     *
     * @param column its path in the shard
     * @param type its type in the shard
     * @param fieldId the field it goes into; 0: it is not stored
     * @param field path of the field in the target; empty if it is not stored
     * @param fieldType the field's type; empty if it is not stored
     * @param cast whether the value must be cast, and may be lost by it
     */
    public record Bound(
            List<String> column, String type, int fieldId, List<String> field, String fieldType, boolean cast) {
        /** Whether the field goes by the column's own name, whatever the names of what they are inside of. */
        public boolean isNamedAlike() {
            return !field.isEmpty() && NameKeys.same(column.get(column.size() - 1), field.get(field.size() - 1));
        }
    }

    /**
     * One field that the shard lacks.
     *
     * @param value a constant of the field's type; empty for NULL
     */
    public record Fill(int fieldId, List<String> field, String fieldType, Optional<String> value) {}

    public Bindings {
        columns = List.copyOf(columns);
        fills = List.copyOf(fills);
    }

    /** Those of a shard with this schema. */
    public static Bindings of(TargetDraft target, ShardDraft shard) {
        List<Bound> columns = new ArrayList<>();
        List<Fill> fills = new ArrayList<>();
        addColumns(target, shard.columns(), List.of(), columns);
        addFills(target.fields(), shard.columns(), fills);
        return new Bindings(columns, fills);
    }

    private static void addColumns(
            TargetDraft target, List<ShardNode> nodes, List<String> inside, List<Bound> columns) {
        for (ShardNode node : nodes) {
            List<String> path = new ArrayList<>(inside);
            path.add(node.name());
            Optional<TargetNode> field = target.field(node.fieldId());
            columns.add(new Bound(
                    List.copyOf(path),
                    node.type().toString(),
                    field.map(TargetNode::id).orElse(0),
                    field.map(TargetNode::path).orElse(List.of()),
                    field.map(stored -> stored.type().toString()).orElse(""),
                    node.isCast()));
            addColumns(target, node.children(), path, columns);
        }
    }

    private static void addFills(List<TargetNode> fields, List<ShardNode> nodes, List<Fill> fills) {
        Map<Integer, ShardNode> byField = new HashMap<>();
        nodes.forEach(node -> byField.putIfAbsent(node.fieldId(), node));
        for (TargetNode field : fields) {
            ShardNode node = byField.get(field.id());
            if (node != null) {
                addFills(field.children(), node.children(), fills);
            } else {
                fills.add(new Fill(field.id(), field.path(), field.type().toString(), field.fill()));
            }
        }
    }
}
