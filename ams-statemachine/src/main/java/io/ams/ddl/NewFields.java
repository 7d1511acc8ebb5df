package io.ams.ddl;

import io.ams.ddl.AddRule.Newcomer;
import io.ams.proto.ColumnDefault;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes fields in the target. Every one allows NULL: what a shard requires, another may lack. */
final class NewFields {
    private NewFields() {}

    /** The field of a column that has none, bound to it, with all that is inside. */
    static TargetNode create(Merge merge, Newcomer newcomer) {
        String wanted = newcomer.node().name();
        String name = freeName(merge.target(), newcomer);
        TargetNode field =
                merge.target().add(newcomer.inside(), name, newcomer.node().type());
        if (!name.equals(wanted)) {
            field.want(wanted, generationOf(merge.target(), newcomer.inside(), wanted));
        }
        field.setDoc(newcomer.comment());
        takeDefaults(merge, newcomer, field);
        merge.bind(newcomer.node(), field, false);
        addParts(merge, newcomer.node(), field);
        return field;
    }

    private static int generationOf(TargetDraft target, @Nullable TargetNode inside, String wanted) {
        return 1
                + target.answering(inside, wanted).stream()
                        .filter(field -> NameKeys.same(field.wantedName(), wanted))
                        .mapToInt(TargetNode::generation)
                        .max()
                        .orElse(0);
    }

    /** The name, or with a number if it is taken. */
    private static String freeName(TargetDraft target, Newcomer newcomer) {
        String wanted = newcomer.node().name();
        String name = wanted;
        for (int number = 2; isTaken(target, newcomer, name); number++) {
            name = wanted + "__" + number;
        }
        return name;
    }

    private static boolean isTaken(TargetDraft target, Newcomer newcomer, String name) {
        return target.named(newcomer.inside(), name).isPresent()
                || Writable.taken(target, newcomer.inside(), name, newcomer.node())
                        .isPresent();
    }

    private static void takeDefaults(Merge merge, Newcomer newcomer, TargetNode field) {
        if (merge.manner().initial()) {
            return;
        }
        ColumnDefault existing = newcomer.existing();
        if (existing.getGenerated() || existing.getComputed()) {
            merge.warn(
                    "LOSSY",
                    newcomer.column(),
                    "earlier rows have values upstream that AMS does not know; they read as NULL until they are rewritten");
        }
        if (!existing.hasLiteral()) {
            return;
        }
        Optional<String> literal = Optional.of(existing.getLiteral());
        field.setFill(literal);
        if (merge.target().hasDefaults()) {
            field.setInitialDefault(literal);
            field.setWriteDefault(newcomer.node().literal().or(() -> literal));
        } else {
            warnLossy(merge, newcomer);
        }
    }

    /** A table of format 1 or 2 cannot say what earlier rows have. */
    static void warnLossy(Merge merge, Newcomer newcomer) {
        merge.warn(
                "LOSSY",
                newcomer.column(),
                "earlier rows have " + Newcomers.describe(newcomer.existing())
                        + " upstream and read as NULL: the table's format has no defaults; format version 3 has");
    }

    private static void addParts(Merge merge, ShardNode node, TargetNode field) {
        for (ShardNode part : node.children()) {
            TargetNode inner = merge.target().add(field, part.name(), part.type());
            // A map's key is never NULL.
            inner.setRequired(node.type().kind() == ColumnType.Kind.MAP
                    && part == node.children().get(0));
            merge.bind(part, inner, false);
            addParts(merge, part, inner);
        }
    }
}
