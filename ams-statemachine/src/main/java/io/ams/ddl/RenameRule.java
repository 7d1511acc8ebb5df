package io.ams.ddl;

import io.ams.proto.DdlAction;
import io.ams.proto.DdlConflictKind;
import io.ams.proto.DdlRenamePolicy;
import java.util.Optional;
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
        for (Effect.Move move : renamed.moves()) {
            Optional<TargetNode> field = merge.target().field(move.node().fieldId());
            if (field.isEmpty()) {
                merge.step(move.place().text(), DdlAction.ACTION_NO_OP, "it is not stored");
            } else {
                carryOver(move, field.get());
            }
        }
    }

    private void carryOver(Effect.Move move, TargetNode field) {
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
        if (namesake.isPresent()) {
            merge.step(column, DdlAction.ACTION_SKIP, "bound to field " + field.id() + " as before");
        } else {
            display(column, move.oldName(), newName, field);
        }
    }

    private Optional<TargetNode> namesake(@Nullable TargetNode inside, TargetNode field, String name) {
        return merge.target().answering(inside, name).stream()
                .filter(other -> other != field)
                .filter(other -> NameKeys.same(other.name(), name) || NameKeys.same(other.wantedName(), name))
                .findFirst();
    }

    private void display(String column, String oldName, String newName, TargetNode field) {
        boolean free = Writable.taken(merge.target(), field, newName).isEmpty();
        if (free && !merge.manner().local() && isToBeRenamed(oldName, newName, field)) {
            field.rename(newName);
            field.want("", 0);
            ReservedNames.warn(merge, column, field.parent().orElse(null), newName);
            merge.target().touch(field);
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
