package io.ams.ddl;

import io.ams.ddl.Manner.OnConflict;
import io.ams.proto.AddColumn;
import io.ams.proto.ColumnDefault;
import io.ams.proto.DdlAction;
import io.ams.proto.DdlConflictKind;
import io.ams.proto.DdlReaddPolicy;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A shard has a new column. It is bound to the field of that name, which grows as far as it must, or gets a new field if there is
 * none.
 *
 * <p>In conflict: types that do not go together (TYPE, STRUCTURE), rows of before that would read otherwise than the shard has them
 * (BACKFILL, NONDETERMINISTIC_DEFAULT), a field that the shard once wrote and dropped (READD), a name that the shard's own other
 * column has in the target (NAME_COLLISION).
 */
final class AddRule {
    private final Merge merge;
    private final Binding binding;

    AddRule(Merge merge) {
        this.merge = merge;
        this.binding = new Binding(merge);
    }

    void carryOver(Effect.Added added) {
        Optional<ShardNode> parent = added.place().parent();
        if (parent.isPresent() && !parent.get().isStored()) {
            merge.step(added.place().text(), DdlAction.ACTION_IGNORED, "it is in a column that is not stored");
            return;
        }
        TargetNode inside =
                parent.flatMap(node -> merge.target().field(node.fieldId())).orElse(null);
        place(new Newcomer(
                added.place().text(),
                inside,
                added.node(),
                existing(added),
                added.change().getComment()));
    }

    /** What the shard's earlier rows have in the column; nothing if it is as good as just joined. */
    private ColumnDefault existing(Effect.Added added) {
        AddColumn change = added.change();
        if (merge.manner().initial()) {
            return ColumnDefault.getDefaultInstance();
        }
        if (change.hasExisting()) {
            return change.getExisting();
        }
        if (change.getColumn().hasDefault()) {
            return change.getColumn().getDefault();
        }
        Optional<String> zero =
                added.node().isRequired() ? Literals.zero(added.node().type()) : Optional.empty();
        return zero.map(text -> ColumnDefault.newBuilder().setLiteral(text).build())
                .orElse(ColumnDefault.getDefaultInstance());
    }

    /** Binds the newcomer, or tells the conflict. */
    void place(Newcomer newcomer) {
        if (newcomer.inside() != null && newcomer.inside().isInKey()) {
            placeInKey(newcomer, newcomer.inside());
            return;
        }
        List<TargetNode> candidates = candidates(newcomer);
        Optional<TargetNode> fitting = candidates.stream()
                .filter(field -> !merge.isReleased(field))
                .filter(field -> binding.fits(newcomer, field))
                .findFirst();
        if (fitting.isPresent() && binding.agrees(newcomer, fitting.get())) {
            binding.bind(newcomer, fitting.get());
        } else if (fitting.isPresent()) {
            onConflict(newcomer, fitting.get(), binding.disagreement(newcomer, fitting.get()));
        } else if (candidates.isEmpty()) {
            placeWithoutCandidate(newcomer);
        } else {
            placeAgainst(newcomer, candidates.get(0));
        }
    }

    private void placeInKey(Newcomer newcomer, TargetNode key) {
        boolean stops = merge.clashes(
                DdlConflictKind.CONFLICT_STRUCTURE,
                newcomer.column(),
                Newcomers.describe(key),
                Newcomers.describe(newcomer),
                "the key of a map cannot change");
        if (!stops) {
            merge.step(newcomer.column(), DdlAction.ACTION_IGNORED, "it is not stored");
        }
    }

    /** Fields of that name that the shard does not have under another name; the likeliest first. */
    private List<TargetNode> candidates(Newcomer newcomer) {
        String name = newcomer.node().name();
        int level = newcomer.inside() == null ? 0 : newcomer.inside().id();
        merge.dependOn(TargetDraft.nameMark(level, name));
        List<TargetNode> candidates = merge.target().answering(newcomer.inside(), name).stream()
                .filter(field -> field.answersTo(name) && !merge.shard().isBoundTo(field.id()))
                .sorted(Comparator.comparing((TargetNode field) -> !NameKeys.same(field.name(), name))
                        .thenComparing(field -> !NameKeys.same(field.wantedName(), name))
                        .thenComparing(TargetNode::generation)
                        .thenComparing(TargetNode::id))
                .toList();
        candidates.forEach(field -> merge.dependOn(TargetDraft.fieldMark(field.id())));
        return candidates;
    }

    private void placeWithoutCandidate(Newcomer newcomer) {
        Optional<TargetNode> holder =
                merge.target().named(newcomer.inside(), newcomer.node().name());
        if (holder.isPresent()) {
            onCollision(
                    newcomer,
                    "field " + holder.get().id() + " '" + holder.get().name()
                            + "', which holds another column of the shard",
                    "the target calls another column of this shard '"
                            + holder.get().name() + "'");
            return;
        }
        Optional<Writable.Taken> taken = Writable.taken(
                merge.target(), newcomer.inside(), newcomer.node().name(), newcomer.node());
        if (taken.isPresent()) {
            taken.get().field().ifPresent(id -> merge.dependOn(TargetDraft.fieldMark(id)));
            onCollision(
                    newcomer,
                    taken.get().by(),
                    "columns, with all that is inside them, and partition fields have different names in an Iceberg table");
            return;
        }
        create(newcomer);
    }

    private void onCollision(Newcomer newcomer, String holder, String detail) {
        boolean stops = merge.clashes(
                DdlConflictKind.CONFLICT_NAME_COLLISION,
                newcomer.column(),
                holder,
                Newcomers.describe(newcomer),
                detail);
        if (!stops) {
            apartOrUnstored(newcomer);
        }
    }

    /** No candidate will do: they do not fit, or the shard has been there before. */
    private void placeAgainst(Newcomer newcomer, TargetNode field) {
        Optional<String> misfit = binding.misfit(newcomer, field);
        if (misfit.isEmpty()) {
            if (merge.policies().getReadd() == DdlReaddPolicy.READD_GENERATION
                    && !merge.manner().local()) {
                create(newcomer);
                return;
            }
            onConflict(newcomer, field, Newcomers.readd(newcomer, field));
        } else {
            onConflict(newcomer, field, Newcomers.types(newcomer, field, misfit.get()));
        }
    }

    private void onConflict(Newcomer newcomer, TargetNode field, Newcomers.Clash clash) {
        boolean stops = merge.clashes(
                clash.kind(), newcomer.column(), clash.targetSide(), Newcomers.describe(newcomer), clash.detail());
        if (stops) {
            return;
        }
        if (merge.manner().onConflict() == OnConflict.NEW_FIELD && clash.kind() != nondeterministic()) {
            create(newcomer);
        } else {
            binding.force(newcomer, field);
        }
    }

    private static DdlConflictKind nondeterministic() {
        return DdlConflictKind.CONFLICT_NONDETERMINISTIC_DEFAULT;
    }

    private void apartOrUnstored(Newcomer newcomer) {
        if (merge.manner().onConflict() == OnConflict.NEW_FIELD
                && !merge.manner().local()) {
            create(newcomer);
        } else {
            merge.step(newcomer.column(), DdlAction.ACTION_IGNORED, "it is not stored");
        }
    }

    /** Gives it a field of its own, under its name if that is free. */
    void create(Newcomer newcomer) {
        if (merge.manner().local()) {
            merge.step(newcomer.column(), DdlAction.ACTION_IGNORED, "it is not stored");
            return;
        }
        if (newcomer.existing().getComputed()
                && merge.clashes(
                        nondeterministic(),
                        newcomer.column(),
                        "no such field",
                        Newcomers.describe(newcomer),
                        "its earlier rows take a value that differs from moment to moment")) {
            return;
        }
        Optional<String> objection = Writable.objection(merge.target(), newcomer.node());
        if (objection.isPresent()) {
            onUnwritable(newcomer, objection.get());
            return;
        }
        TargetNode field = NewFields.create(merge, newcomer);
        ReservedNames.warn(merge, newcomer.column(), newcomer.inside(), field.name());
        merge.step(
                newcomer.column(),
                DdlAction.ACTION_EXECUTE,
                "added field " + field.id() + " '" + String.join(".", field.path()) + "' " + field.type());
    }

    private void onUnwritable(Newcomer newcomer, String objection) {
        DdlConflictKind kind =
                Newcomers.typeKind(newcomer.node().type(), newcomer.node().type());
        boolean stops =
                merge.clashes(kind, newcomer.column(), "no such field", Newcomers.describe(newcomer), objection);
        if (!stops) {
            merge.warn("NOT_STORED", newcomer.column(), objection);
            merge.step(newcomer.column(), DdlAction.ACTION_IGNORED, "it is not stored");
        }
    }

    /**
     * A column that needs a field.
     *
     * @param inside the field of the struct it is in; null at the top
     * @param existing what the shard's earlier rows have in it
     */
    record Newcomer(
            String column, @Nullable TargetNode inside, ShardNode node, ColumnDefault existing, String comment) {}
}
