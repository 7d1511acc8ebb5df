package io.ams.ddl;

import io.ams.ddl.AddRule.Newcomer;
import io.ams.proto.ColumnDefault;
import io.ams.proto.ColumnPath;
import io.ams.proto.DdlAction;
import io.ams.proto.DdlConflictKind;
import io.ams.proto.Identifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** A shard joins with a schema of its own: every column is bound as if it had been added, except that no rows were there before. */
final class JoinRule {
    private final Merge merge;

    JoinRule(Merge merge) {
        this.merge = merge;
    }

    void bindAll() {
        AddRule rule = new AddRule(merge);
        List<ShardNode> byOtherNames = new ArrayList<>();
        for (ShardNode column : List.copyOf(merge.shard().columns())) {
            // Columns of the target's own names come first: another must not take their fields by a former name.
            if (merge.target().named(null, column.name()).isPresent()) {
                place(rule, column);
            } else {
                byOtherNames.add(column);
            }
        }
        byOtherNames.forEach(column -> place(rule, column));
        loosenMissing();
        merge.shard().identifier().ifPresent(this::compareIdentifier);
    }

    private static void place(AddRule rule, ShardNode column) {
        if (!column.isStored()) {
            rule.place(new Newcomer(column.name(), null, column, ColumnDefault.getDefaultInstance(), ""));
        }
    }

    private void loosenMissing() {
        for (TargetNode field : merge.target().fields()) {
            if (!merge.shard().isBoundTo(field.id()) && NullRule.loosen(merge, field, field.name())) {
                merge.step(
                        field.name(),
                        DdlAction.ACTION_EXECUTE,
                        "field " + field.id() + " '" + field.name() + "' allows NULL: the shard lacks it");
            }
        }
    }

    private void compareIdentifier(Identifier identifier) {
        Set<Integer> mine = identifierIds(merge, identifier);
        Set<Integer> theirs = merge.target().identifierIds();
        if (!theirs.isEmpty() && !mine.equals(theirs)) {
            merge.clashes(
                    DdlConflictKind.CONFLICT_IDENTIFIER,
                    "",
                    "fields " + theirs,
                    "fields " + mine,
                    "the shard's primary key is another one than the target's");
        }
    }

    /** The fields of a primary key; columns that are not stored are left out. */
    static Set<Integer> identifierIds(Merge merge, Identifier identifier) {
        Set<Integer> ids = new TreeSet<>();
        for (ColumnPath path : identifier.getColumnsList()) {
            Optional<ShardNode> column = merge.shard().find(path.getNamesList());
            column.filter(ShardNode::isStored).ifPresent(node -> ids.add(node.fieldId()));
        }
        return ids;
    }
}
