package io.ams.ddl;

import io.ams.ddl.AddRule.Newcomer;
import io.ams.proto.ColumnDefault;
import io.ams.proto.DdlAction;
import io.ams.proto.DdlConflictKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Binds a column to a field that is there, and grows the field as far as the column needs it. */
final class Binding {
    private final Merge merge;

    Binding(Merge merge) {
        this.merge = merge;
    }

    /** Whether types and parts go together. */
    boolean fits(Newcomer newcomer, TargetNode field) {
        return misfit(newcomer, field).isEmpty();
    }

    /** Why types or parts do not go together; empty if they do. */
    Optional<String> misfit(Newcomer newcomer, TargetNode field) {
        return misfit(newcomer.node(), field);
    }

    private Optional<String> misfit(ShardNode node, TargetNode field) {
        merge.dependOn(TargetDraft.fieldMark(field.id()));
        Optional<ColumnType> joined = merge.common(field, node.type());
        if (joined.isEmpty()
                || (joined.get().isNested()
                        && node.type().kind() != field.type().kind())) {
            return Optional.of(Newcomers.noCommonType(node.type(), field.type()));
        }
        for (ShardNode part : node.children()) {
            Optional<String> misfit = part(field, node, part)
                    .map(inner -> isKey(node, part) ? keyMisfit(part, inner) : misfit(part, inner))
                    .orElseGet(() -> unwritable(field, part));
            if (misfit.isPresent()) {
                return misfit.map(why -> "'" + part.name() + "' in it: " + why);
            }
        }
        return Optional.empty();
    }

    private static boolean isKey(ShardNode node, ShardNode part) {
        return node.type().kind() == ColumnType.Kind.MAP && part.name().equals("key");
    }

    /** Why the field cannot get this part inside. */
    private Optional<String> unwritable(TargetNode field, ShardNode part) {
        return Writable.objection(merge.target(), part)
                .or(() -> Writable.taken(merge.target(), field, part.name(), part)
                        .map(taken -> taken.by() + " has that name, as levels are joined with dots"));
    }

    private Optional<String> keyMisfit(ShardNode node, TargetNode field) {
        return sameType(node, field) ? Optional.empty() : Optional.of("the key of a map cannot change");
    }

    private boolean sameType(ShardNode node, TargetNode field) {
        return node.type().equals(field.type())
                && node.children().size() == field.children().size()
                && node.children().stream()
                        .allMatch(part -> part(field, node, part)
                                .map(inner -> sameType(part, inner))
                                .orElse(false));
    }

    /** The field for this part: that of its name, or one that went by its name and is no other part's. */
    private Optional<TargetNode> part(TargetNode field, ShardNode node, ShardNode part) {
        return merge.target().answering(field, part.name()).stream()
                .filter(inner -> inner.answersTo(part.name()))
                .filter(inner -> NameKeys.same(inner.name(), part.name())
                        || node.child(inner.name()).isEmpty())
                .min(Comparator.comparing((TargetNode inner) -> !NameKeys.same(inner.name(), part.name()))
                        .thenComparing(TargetNode::id));
    }

    /** Whether earlier rows read as the shard has them. */
    boolean agrees(Newcomer newcomer, TargetNode field) {
        ColumnValue joined = join(newcomer, field);
        return !newcomer.existing().getComputed()
                && !(merge.target().hasDefaults() && joined.backfill().isTop());
    }

    /** Both, told in the type that they have in common: a date and its midnight are the same value. */
    private ColumnValue join(Newcomer newcomer, TargetNode field) {
        ColumnType common = merge.common(field, newcomer.node().type()).orElseThrow();
        return valueOf(newcomer, common).join(valueOf(field, common), merge.order());
    }

    private ColumnValue valueOf(Newcomer newcomer, ColumnType common) {
        ColumnDefault existing = newcomer.existing();
        boolean initial = merge.manner().initial();
        Bound<Optional<String>> backfill = initial
                ? Bound.bottom()
                : Bound.of(
                        existing.hasLiteral()
                                ? Optional.of(told(newcomer.node().type(), common, existing.getLiteral()))
                                : Optional.empty());
        boolean known = existing.hasLiteral() && merge.target().hasDefaults();
        return new ColumnValue(
                !initial && !known,
                !newcomer.node().isRequired(),
                Bound.of(newcomer.node().type()),
                // What is generated reads as NULL whatever is done; that is told as a warning.
                existing.getGenerated() ? Bound.bottom() : backfill);
    }

    private static ColumnValue valueOf(TargetNode field, ColumnType common) {
        Optional<String> backfill = field.initialDefault().map(text -> told(field.type(), common, text));
        return new ColumnValue(false, !field.isRequired(), Bound.of(field.type()), Bound.of(backfill));
    }

    /** The constant as the common type has it; as it is if that has no such value, so that it differs from all that it has. */
    private static String told(ColumnType type, ColumnType common, String text) {
        return Literals.as(type, common, text).orElse(text);
    }

    Newcomers.Clash disagreement(Newcomer newcomer, TargetNode field) {
        if (newcomer.existing().getComputed()) {
            return new Newcomers.Clash(
                    DdlConflictKind.CONFLICT_NONDETERMINISTIC_DEFAULT,
                    Newcomers.describe(field),
                    "its earlier rows take a value that differs from moment to moment");
        }
        return new Newcomers.Clash(
                DdlConflictKind.CONFLICT_BACKFILL,
                Newcomers.describe(field) + ", earlier rows "
                        + field.initialDefault().map(text -> "'" + text + "'").orElse("NULL"),
                "rows from before the column would read otherwise than this shard has them,"
                        + " and a field's initial default cannot change");
    }

    /** Binds it; the field takes the common type, and allows NULL if it must. */
    void bind(Newcomer newcomer, TargetNode field) {
        List<String> done = new ArrayList<>();
        ColumnValue joined = join(newcomer, field);
        grow(newcomer.node(), field, done);
        if (newcomer.node().isCast()) {
            merge.warnOfCast(newcomer.column(), field);
        }
        if ((joined.absent() || joined.nullable()) && NullRule.loosen(merge, field, newcomer.column())) {
            done.add("allows NULL");
        }
        warnOfEarlierRows(newcomer, field);
        bindParts(newcomer.node(), field, done);
        report(newcomer, field, done);
    }

    private void warnOfEarlierRows(Newcomer newcomer, TargetNode field) {
        if (merge.manner().initial()) {
            return;
        }
        if (newcomer.existing().getGenerated()) {
            merge.warn("LOSSY", newcomer.column(), "earlier rows have generated values upstream and read as NULL");
        } else if (newcomer.existing().hasLiteral() && !merge.target().hasDefaults()) {
            NewFields.warnLossy(merge, newcomer);
        }
        if (newcomer.existing().hasLiteral() && field.fill().isEmpty() && field.bound() == 0) {
            field.setFill(Literals.as(
                    newcomer.node().type(), field.type(), newcomer.existing().getLiteral()));
        }
    }

    private void report(Newcomer newcomer, TargetNode field, List<String> done) {
        String where = "field " + field.id() + " '" + String.join(".", field.path()) + "'";
        merge.step(
                newcomer.column(),
                done.isEmpty() ? DdlAction.ACTION_SKIP : DdlAction.ACTION_EXECUTE,
                done.isEmpty() ? where + " has it" : where + " " + String.join(", ", done));
    }

    private void grow(ShardNode node, TargetNode field, List<String> done) {
        ColumnType joined = merge.common(field, node.type()).orElseThrow();
        boolean grows = !joined.equals(field.type());
        if (grows && !merge.manner().local()) {
            field.retype(joined);
            done.add("is " + joined + " now");
        }
        merge.bind(node, field, grows && merge.manner().local());
    }

    private void bindParts(ShardNode node, TargetNode field, List<String> done) {
        Set<TargetNode> answering = answering(node, field);
        for (TargetNode inner : field.children()) {
            if (!answering.contains(inner) && NullRule.loosen(merge, inner, String.join(".", inner.path()))) {
                done.add("'" + inner.name() + "' in it allows NULL");
            }
        }
        for (ShardNode part : node.children()) {
            Optional<TargetNode> inner = part(field, node, part);
            if (inner.isPresent()) {
                grow(part, inner.get(), done);
                loosen(node, part, inner.get(), done);
                bindParts(part, inner.get(), done);
            } else if (!merge.manner().local()) {
                NewFields.create(merge, new Newcomer(part.name(), field, part, ColumnDefault.getDefaultInstance(), ""));
                done.add("got '" + part.name() + "' inside");
            }
        }
    }

    /** The fields inside that go by the name of a part. */
    private Set<TargetNode> answering(ShardNode node, TargetNode field) {
        return node.children().stream()
                .flatMap(part -> merge.target().answering(field, part.name()).stream()
                        .filter(inner -> inner.answersTo(part.name())))
                .collect(Collectors.toSet());
    }

    private void loosen(ShardNode node, ShardNode part, TargetNode inner, List<String> done) {
        if (!isKey(node, part) && !part.isRequired() && NullRule.loosen(merge, inner, String.join(".", inner.path()))) {
            done.add("'" + inner.name() + "' in it allows NULL");
        }
    }

    /** Binds it though it does not go together: the writer casts, or what cannot be cast is not stored. */
    void force(Newcomer newcomer, TargetNode field) {
        boolean fits = fits(newcomer, field);
        if (!fits && (newcomer.node().type().isNested() || field.type().isNested())) {
            merge.step(newcomer.column(), DdlAction.ACTION_IGNORED, "it is not stored");
            return;
        }
        if (fits) {
            merge.warn("LOSSY", newcomer.column(), "earlier rows may read otherwise than upstream has them");
            bind(newcomer, field);
            return;
        }
        merge.bind(newcomer.node(), field, true);
        merge.warnOfCast(newcomer.column(), field);
        merge.step(newcomer.column(), DdlAction.ACTION_SKIP, "bound to " + Newcomers.describe(field) + " with a cast");
    }
}
