package io.ams.ddl;

import io.ams.proto.ColumnPath;
import io.ams.proto.Identifier;
import io.ams.proto.SchemaChange;
import io.ams.proto.ShardSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A shard's schema while it is being changed; not for several threads. */
public final class ShardDraft {
    private final List<ShardNode> columns = new ArrayList<>();
    private @Nullable Identifier identifier;

    private ShardDraft() {}

    /** The schema of this message, which must have been found valid by {@link ShardSchemas}. */
    public static ShardDraft of(ShardSchema schema) {
        ShardDraft draft = new ShardDraft();
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
        return Checked.valid(this);
    }

    List<ShardNode> columns() {
        return columns;
    }

    Optional<Identifier> identifier() {
        return Optional.ofNullable(identifier);
    }

    void setIdentifier(Identifier to) {
        identifier = to;
    }

    /** The columns directly inside this struct, or the top ones for an empty path; empty if there is no such struct. */
    Optional<List<ShardNode>> inside(List<String> path) {
        if (path.isEmpty()) {
            return Optional.of(columns);
        }
        return find(path)
                .filter(node -> node.type().kind() == ColumnType.Kind.STRUCT)
                .map(ShardNode::children);
    }

    /** The column at this path. */
    Optional<ShardNode> find(List<String> path) {
        List<ShardNode> level = columns;
        Optional<ShardNode> found = Optional.empty();
        for (String name : path) {
            found = ShardNode.find(level, name);
            if (found.isEmpty()) {
                return found;
            }
            level = found.get().children();
        }
        return found;
    }

    /** Whether one of its columns is stored in the field. */
    boolean isBoundTo(int field) {
        return columns.stream().anyMatch(column -> isBoundTo(column, field));
    }

    private static boolean isBoundTo(ShardNode node, int field) {
        if (node.fieldId() == field) {
            return true;
        }
        for (ShardNode part : node.children()) {
            if (isBoundTo(part, field)) {
                return true;
            }
        }
        return false;
    }

    /** Columns stored in these fields are not stored any more; returns whether there were any. */
    public boolean unbind(Set<Integer> fields) {
        boolean[] unbound = {false};
        columns.forEach(column -> column.visit(node -> {
            if (fields.contains(node.fieldId())) {
                node.unbind();
                unbound[0] = true;
            }
        }));
        return unbound[0];
    }

    /** After a rename the identifier goes by the new name. */
    void renameInIdentifier(List<String> from, String to) {
        if (identifier == null) {
            return;
        }
        Identifier.Builder renamed = Identifier.newBuilder();
        for (ColumnPath path : identifier.getColumnsList()) {
            renamed.addColumns(renamed(path, from, to));
        }
        identifier = renamed.build();
    }

    private static ColumnPath renamed(ColumnPath path, List<String> from, String to) {
        int last = from.size() - 1;
        boolean below = path.getNamesCount() >= from.size();
        for (int i = 0; below && i <= last; i++) {
            below = NameKeys.same(path.getNames(i), from.get(i));
        }
        return below ? path.toBuilder().setNames(last, to).build() : path;
    }

    /** Without this column, an identifier that names it names less. */
    void dropFromIdentifier(List<String> dropped) {
        if (identifier == null) {
            return;
        }
        Identifier.Builder left = Identifier.newBuilder();
        for (ColumnPath path : identifier.getColumnsList()) {
            boolean goes = path.getNamesCount() >= dropped.size();
            for (int i = 0; goes && i < dropped.size(); i++) {
                goes = NameKeys.same(path.getNames(i), dropped.get(i));
            }
            if (!goes) {
                left.addColumns(path);
            }
        }
        identifier = left.build();
    }
}
