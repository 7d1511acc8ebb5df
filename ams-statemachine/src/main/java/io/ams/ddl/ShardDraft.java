package io.ams.ddl;

import io.ams.proto.ColumnPath;
import io.ams.proto.Identifier;
import io.ams.proto.RenamedColumn;
import io.ams.proto.SchemaChange;
import io.ams.proto.ShardSchema;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A shard's schema while it is being changed; not for several threads. */
public final class ShardDraft {
    private final ShardColumns columns;
    private @Nullable Identifier identifier;
    /** The fields that columns are stored in; null until somebody asks. */
    private @Nullable Set<Integer> bound;

    private ShardDraft(int expected) {
        columns = new ShardColumns(expected);
    }

    /** The schema of this message, which must have been found valid by {@link ShardSchemas}. */
    public static ShardDraft of(ShardSchema schema) {
        ShardDraft draft = new ShardDraft(schema.getColumnsCount());
        schema.getColumnsList().forEach(column -> draft.columns.add(ShardNode.of(column)));
        draft.identifier = schema.hasIdentifier() ? schema.getIdentifier() : null;
        return draft;
    }

    /** The message that {@link #of} reads. */
    public ShardSchema toMessage() {
        ShardSchema.Builder schema = ShardSchema.newBuilder();
        columns.forEach(column -> schema.addColumns(column.toMessage()));
        if (identifier != null) {
            schema.setIdentifier(identifier);
        }
        return schema.build();
    }

    /** Makes the changes in it, for a shard's schema alone. If one is invalid the draft must be thrown away. */
    public Checked<ShardDraft> changed(List<SchemaChange> changes) {
        for (SchemaChange change : changes) {
            Checked<List<Effect>> effects = ShardChanges.apply(this, change);
            if (effects instanceof Checked.Invalid<List<Effect>> invalid) {
                return Checked.invalid(invalid.complaint());
            }
        }
        return tooWide().map(Checked::<ShardDraft>invalid).orElseGet(() -> Checked.valid(this));
    }

    /** Objects to more columns than a schema may have. */
    Optional<String> tooWide() {
        int[] count = {0};
        columns.forEach(column -> column.visit(node -> count[0]++));
        return count[0] > ShardSchemas.MAX_COLUMNS
                ? Optional.of("the shard would have " + count[0] + " columns: " + ShardSchemas.WIDTH_RULE)
                : Optional.empty();
    }

    ShardColumns columns() {
        return columns;
    }

    Optional<Identifier> identifier() {
        return Optional.ofNullable(identifier);
    }

    void setIdentifier(Identifier to) {
        identifier = to;
    }

    /** The columns directly inside this struct, or the top ones for an empty path; empty if there is no such struct. */
    Optional<ShardColumns> inside(List<String> path) {
        if (path.isEmpty()) {
            return Optional.of(columns);
        }
        return find(path)
                .filter(node -> node.type().kind() == ColumnType.Kind.STRUCT)
                .map(ShardNode::children);
    }

    /** The column at this path. */
    Optional<ShardNode> find(List<String> path) {
        ShardColumns level = columns;
        Optional<ShardNode> found = Optional.empty();
        for (String name : path) {
            found = level.find(name);
            if (found.isEmpty()) {
                return found;
            }
            level = found.get().children();
        }
        return found;
    }

    /** The fields that its columns are stored in. */
    private Set<Integer> boundFields() {
        Set<Integer> fields = new HashSet<>();
        columns.forEach(column -> column.visit(node -> fields.add(node.fieldId())));
        return fields;
    }

    /** Stores the column, which is one of these, in the field. */
    void bind(ShardNode column, int field, boolean castNeeded) {
        column.bind(field, castNeeded);
        if (bound != null) {
            bound.add(field);
        }
    }

    /** No column is stored in the field any more. */
    void release(int field) {
        if (bound != null) {
            bound.remove(field);
        }
    }

    /** Whether one of its columns is stored in the field. */
    boolean isBoundTo(int field) {
        if (bound == null) {
            bound = boundFields();
        }
        return bound.contains(field);
    }

    /** Columns stored in these fields are not stored any more; returns whether there were any. */
    public boolean unbind(Set<Integer> fields) {
        bound = null;
        boolean[] unbound = {false};
        columns.forEach(column -> column.visit(node -> {
            if (fields.contains(node.fieldId())) {
                node.unbind();
                unbound[0] = true;
            }
        }));
        return unbound[0];
    }

    /** After renames that happened at once the identifier goes by the new names. */
    void renameInIdentifier(List<RenamedColumn> renames) {
        if (identifier == null) {
            return;
        }
        Identifier.Builder renamed = Identifier.newBuilder();
        for (ColumnPath path : identifier.getColumnsList()) {
            ColumnPath.Builder now = path.toBuilder();
            for (RenamedColumn rename : renames) {
                int last = rename.getPathCount() - 1;
                if (isWithin(path, rename.getPathList())) {
                    now.setNames(last, rename.getNewName());
                }
            }
            renamed.addColumns(now);
        }
        identifier = renamed.build();
    }

    private static boolean isWithin(ColumnPath path, List<String> outer) {
        boolean within = path.getNamesCount() >= outer.size();
        for (int i = 0; within && i < outer.size(); i++) {
            within = NameKeys.same(path.getNames(i), outer.get(i));
        }
        return within;
    }

    /** Without this column, an identifier that names it names less. */
    void dropFromIdentifier(List<String> dropped) {
        if (identifier == null) {
            return;
        }
        Identifier.Builder left = Identifier.newBuilder();
        for (ColumnPath path : identifier.getColumnsList()) {
            boolean goes = isWithin(path, dropped);
            if (!goes) {
                left.addColumns(path);
            }
        }
        identifier = left.build();
    }
}
