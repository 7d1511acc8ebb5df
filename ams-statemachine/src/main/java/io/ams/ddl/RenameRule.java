package io.ams.ddl;

import io.ams.proto.DdlAction;
import io.ams.proto.DdlConflictKind;
import io.ams.proto.DdlRenamePolicy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A shard calls columns by other names. The fields stay the same; whether the target calls them otherwise too is a matter of the
 * group's policy.
 *
 * <p>In conflict: the new name is that of another field of the target, which is not this shard's (NAME_COLLISION).
 */
final class RenameRule {
    private final Merge merge;

    RenameRule(Merge merge) {
        this.merge = merge;
    }

    void carryOver(Effect.Renamed renamed) {
        Map<Integer, Effect.Move> moves = new HashMap<>();
        for (Effect.Move move : renamed.moves()) {
            merge.target().field(move.node().fieldId()).ifPresent(field -> moves.put(field.id(), move));
        }
        Set<ShardNode> begun = new HashSet<>();
        for (Effect.Move move : renamed.moves()) {
            // The name that a column takes must be left first, by another that moves too, wherever that one stands in
            // the statement.
            Deque<Effect.Move> chain = new ArrayDeque<>();
            Optional<Effect.Move> next = Optional.of(move);
            while (next.isPresent() && begun.add(next.get().node())) {
                chain.push(next.get());
                next = holder(next.get(), moves);
            }
            chain.forEach(one -> carryOver(one, moves));
        }
    }

    /** Whoever moves away from the name that this one takes. */
    private Optional<Effect.Move> holder(Effect.Move move, Map<Integer, Effect.Move> moves) {
        return merge.target()
                .field(move.node().fieldId())
                .flatMap(field ->
                        namesake(field.parent().orElse(null), field, move.node().name()))
                .flatMap(namesake -> Optional.ofNullable(moves.get(namesake.id())));
    }

    private void carryOver(Effect.Move move, Map<Integer, Effect.Move> moves) {
        Optional<TargetNode> field = merge.target().field(move.node().fieldId());
        if (field.isEmpty()) {
            merge.step(move.place().text(), DdlAction.ACTION_NO_OP, "it is not stored");
        } else {
            carryOver(move, field.get(), moves);
        }
    }

    private void carryOver(Effect.Move move, TargetNode field, Map<Integer, Effect.Move> moves) {
        String column = move.place().text();
        String newName = move.node().name();
        TargetNode inside = field.parent().orElse(null);
        merge.dependOn(TargetDraft.nameMark(inside == null ? 0 : inside.id(), newName));
        merge.dependOn(TargetDraft.fieldMark(field.id()));
        Optional<TargetNode> namesake = namesake(inside, field, newName);
        boolean mine =
                namesake.isPresent() && merge.shard().isBoundTo(namesake.get().id());
        if (namesake.isPresent() && !mine && !merge.manner().local()) {
            boolean stops = merge.clashes(
                    DdlConflictKind.CONFLICT_NAME_COLLISION,
                    column,
                    Newcomers.describe(namesake.get()),
                    "rename '" + move.oldName() + "' to '" + newName + "', field " + field.id(),
                    "the target has another field of that name, which other shards write");
            if (stops) {
                return;
            }
        }
        merge.target().touch(field);
        field.callDifferently(move.oldName(), newName);
        merge.target().touch(field);
        boolean swapped =
                namesake.isPresent() && moves.containsKey(namesake.get().id());
        if (swapped) {
            merge.step(column, DdlAction.ACTION_SKIP, "bound to field " + field.id() + " as before");
        } else {
            display(column, move.oldName(), newName, field, namesake.isEmpty());
        }
    }

    private Optional<TargetNode> namesake(@Nullable TargetNode inside, TargetNode field, String name) {
        return merge.target().answering(inside, name).stream()
                .filter(other -> other != field)
                .filter(other -> NameKeys.same(other.name(), name) || NameKeys.same(other.wantedName(), name))
                .findFirst();
    }

    private void display(String column, String oldName, String newName, TargetNode field, boolean free) {
        boolean writable =
                free && Writable.taken(merge.target(), field, newName).isEmpty();
        if (writable && !merge.manner().local() && isToBeRenamed(oldName, newName, field)) {
            merge.target().rename(field, newName);
            ReservedNames.warn(merge, column, field.parent().orElse(null), newName);
            merge.step(column, DdlAction.ACTION_EXECUTE, "field " + field.id() + " is called '" + newName + "' now");
            return;
        }
        boolean agreed = NameKeys.same(field.name(), newName);
        if (!agreed && merge.policies().getRename() == DdlRenamePolicy.RENAME_FIRST) {
            merge.warn(
                    "NAME_DIVERGED",
                    column,
                    "field " + field.id() + " is called '" + field.name() + "' in the target and '" + newName
                            + "' in this shard");
        }
        merge.step(column, DdlAction.ACTION_SKIP, "bound to field " + field.id() + " '" + field.name() + "'");
    }

    private boolean isToBeRenamed(String oldName, String newName, TargetNode field) {
        if (field.name().equals(newName)) {
            return false;
        }
        return switch (merge.policies().getRename()) {
            case RENAME_FIRST -> NameKeys.same(field.name(), oldName) || NameKeys.same(field.wantedName(), oldName);
            case RENAME_ALL -> field.callers(newName) == field.bound();
            case RENAME_NEVER, UNRECOGNIZED -> false;
        };
    }
}
