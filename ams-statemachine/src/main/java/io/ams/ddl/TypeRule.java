package io.ams.ddl;

import io.ams.ddl.AddRule.Newcomer;
import io.ams.proto.ColumnDefault;
import io.ams.proto.DdlAction;
import io.ams.proto.DdlConflictKind;
import java.util.Comparator;
import java.util.Optional;

/**
 * A shard gave a column another type. The field grows if the types have a common one; it never shrinks.
 *
 * <p>In conflict: they have none (TYPE), or one of them is nested or the key of a map (STRUCTURE). Once a field of the new type and the same name was
 * made for another shard, this one goes over to it.
 */
final class TypeRule {
    private final Merge merge;

    TypeRule(Merge merge) {
        this.merge = merge;
    }

    void carryOver(Effect.Retyped retyped) {
        String column = retyped.place().text();
        ShardNode node = retyped.node();
        Optional<TargetNode> found = merge.target().field(node.fieldId());
        if (found.isEmpty()) {
            merge.step(column, DdlAction.ACTION_NO_OP, "it is not stored");
            return;
        }
        TargetNode field = found.get();
        field.defaultDifferently(retyped.literalBefore(), node.literal());
        merge.target().touch(field);
        merge.dependOn(TargetDraft.fieldMark(field.id()));
        Optional<ColumnType> joined = merge.common(field, node.type());
        boolean structural = node.type().isNested() || retyped.before().isNested() || isOtherKey(node, field);
        if (joined.isPresent() && !structural) {
            grow(column, node, field, joined.get());
            return;
        }
        Optional<TargetNode> other = otherField(node, field);
        if (other.isPresent()) {
            goOver(retyped, newcomer(retyped, field), other.get());
        } else {
            onConflict(retyped, field);
        }
    }

    private static boolean isOtherKey(ShardNode node, TargetNode field) {
        return field.isInKey() && !node.type().equals(field.type());
    }

    private void grow(String column, ShardNode node, TargetNode field, ColumnType joined) {
        boolean grows = !joined.equals(field.type());
        node.bind(field.id(), grows && merge.manner().local());
        if (!grows || merge.manner().local()) {
            if (grows) {
                merge.warnOfCast(column, field);
            }
            merge.step(column, DdlAction.ACTION_SKIP, "field " + field.id() + " is " + field.type());
            return;
        }
        field.retype(joined);
        merge.target().touch(field);
        merge.step(column, DdlAction.ACTION_EXECUTE, "field " + field.id() + " is " + joined + " now");
    }

    /** A field of the same name that was made for this type. */
    private Optional<TargetNode> otherField(ShardNode node, TargetNode field) {
        String name = node.name();
        int level = field.parent().map(TargetNode::id).orElse(0);
        merge.dependOn(TargetDraft.nameMark(level, name));
        Binding binding = new Binding(merge);
        return merge.target().answering(field.parent().orElse(null), name).stream()
                .filter(other -> NameKeys.same(other.wantedName(), name) || NameKeys.same(other.name(), name))
                .filter(other -> other != field && !merge.shard().isBoundTo(other.id()))
                .filter(other ->
                        binding.fits(new Newcomer(name, null, node, ColumnDefault.getDefaultInstance(), ""), other))
                .min(Comparator.comparing(TargetNode::generation).thenComparing(TargetNode::id));
    }

    private static Newcomer newcomer(Effect.Retyped retyped, TargetNode field) {
        return new Newcomer(
                retyped.place().text(),
                field.parent().orElse(null),
                retyped.node(),
                ColumnDefault.getDefaultInstance(),
                field.doc());
    }

    private void goOver(Effect.Retyped retyped, Newcomer newcomer, TargetNode other) {
        leaveField(retyped);
        new Binding(merge).bind(newcomer, other);
        warnOfOldValues(retyped);
    }

    private void warnOfOldValues(Effect.Retyped retyped) {
        merge.warn(
                "LOSSY", retyped.place().text(), "rows from before the change keep their values in the old field only");
    }

    /** The shard has the old field no more, nor what is inside it. */
    private void leaveField(Effect.Retyped retyped) {
        ShardNode node = retyped.node();
        retyped.partsBefore().forEach(part -> DropRule.release(merge, part));
        merge.target().field(node.fieldId()).ifPresent(field -> {
            merge.drop(node, field);
            NullRule.loosen(merge, field, retyped.place().text());
        });
        node.unbind();
    }

    private void onConflict(Effect.Retyped retyped, TargetNode field) {
        String column = retyped.place().text();
        ShardNode node = retyped.node();
        DdlConflictKind kind = isOtherKey(node, field)
                ? DdlConflictKind.CONFLICT_STRUCTURE
                : Newcomers.typeKind(node.type(), field.type());
        boolean stops = merge.clashes(
                kind,
                column,
                Newcomers.describe(field),
                "'" + column + "' " + retyped.before() + " to " + node.type(),
                "Iceberg cannot promote " + field.type() + " to " + node.type());
        if (stops) {
            return;
        }
        if (merge.manner().onConflict() == Manner.OnConflict.NEW_FIELD && !field.isPart()) {
            leaveField(retyped);
            new AddRule(merge).create(newcomer(retyped, field));
            warnOfOldValues(retyped);
        } else if (node.type().isNested() || field.type().isNested()) {
            leaveField(retyped);
            merge.step(column, DdlAction.ACTION_IGNORED, "it is not stored");
        } else {
            node.bind(field.id(), true);
            merge.warnOfCast(column, field);
            merge.step(column, DdlAction.ACTION_SKIP, "field " + field.id() + " stays " + field.type());
        }
    }
}
