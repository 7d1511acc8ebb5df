package io.ams.ddl;

import io.ams.proto.DdlAction;
import io.ams.proto.DdlConflictKind;
import io.ams.proto.DdlDropPolicy;
import java.util.Optional;

/**
 * A shard dropped a column. The field stays as long as another shard has it; with the last one it goes, or is retained by policy.
 *
 * <p>In conflict: the field is part of the primary key, or of partition spec or sort order and would go (DEPENDENCY).
 */
final class DropRule {
    private final Merge merge;

    DropRule(Merge merge) {
        this.merge = merge;
    }

    void carryOver(Effect.Dropped dropped) {
        String column = dropped.place().text();
        Optional<TargetNode> found = merge.target().field(dropped.node().fieldId());
        if (found.isEmpty()) {
            merge.step(column, DdlAction.ACTION_NO_OP, "it was not stored");
            return;
        }
        release(merge, dropped.node());
        TargetNode field = found.get();
        if (merge.target().isKey(field) && !merge.manner().local()) {
            // Also while others have it: this shard would have NULL in the key.
            onNeeded(column, field);
        } else if (field.bound() > 0) {
            defer(column, field);
        } else if (merge.policies().getDrop() == DdlDropPolicy.DROP_RETAIN
                || merge.manner().local()
                || field.isInKey()) {
            keep(column, field);
            merge.step(column, DdlAction.ACTION_RETAIN, "field " + field.id() + " stays though no shard has it");
        } else if (merge.target().isNeeded(field)) {
            onNeeded(column, field);
        } else {
            merge.step(column, DdlAction.ACTION_EXECUTE, "deleted field " + field.id());
        }
    }

    /** The shard has neither the column nor what is inside it any more. */
    static void release(Merge merge, ShardNode gone) {
        gone.visit(node -> merge.target().field(node.fieldId()).ifPresent(field -> merge.drop(node, field)));
    }

    private void defer(String column, TargetNode field) {
        String others = "field " + field.id() + " is held by " + field.bound() + " other"
                + (field.bound() == 1 ? " shard" : " shards");
        if (NullRule.loosen(merge, field, column)) {
            merge.step(column, DdlAction.ACTION_EXECUTE, others + "; it allows NULL now");
        } else {
            merge.step(column, DdlAction.ACTION_DEFER, others);
        }
    }

    private void keep(String column, TargetNode field) {
        field.setDropWanted(false);
        NullRule.loosen(merge, field, column);
    }

    private void onNeeded(String column, TargetNode field) {
        merge.target().marksWithin(field).forEach(merge::dependOn);
        boolean stops = merge.clashes(
                DdlConflictKind.CONFLICT_DEPENDENCY,
                column,
                Newcomers.describe(field) + ", part of primary key, partition spec or sort order",
                "drop '" + column + "'",
                "the field cannot be deleted while the table is identified, partitioned or sorted by it");
        if (!stops) {
            field.setDropWanted(false);
            if (merge.target().isKey(field)) {
                NullRule.warnOfKey(merge, field, column);
            }
            merge.step(column, DdlAction.ACTION_RETAIN, "field " + field.id() + " stays: the table needs it");
        }
    }
}
