package io.ams.ddl;

import io.ams.proto.DdlAction;
import io.ams.proto.DdlConflictKind;
import io.ams.proto.Identifier;
import java.util.Optional;
import java.util.Set;

/**
 * What remains: NULL, defaults, comments, the primary key, and what the target does not know.
 *
 * <p>In conflict: another primary key, unless every shard changes it together (IDENTIFIER).
 */
final class ColumnRules {
    private final Merge merge;

    ColumnRules(Merge merge) {
        this.merge = merge;
    }

    void carryOver(Effect effect) {
        if (effect instanceof Effect.Loosened loosened) {
            loosen(loosened);
        } else if (effect instanceof Effect.Defaulted defaulted) {
            takeDefault(defaulted);
        } else if (effect instanceof Effect.Commented commented) {
            comment(commented);
        } else if (effect instanceof Effect.Identified identified) {
            identify(identified.identifier());
        } else if (effect instanceof Effect.Truncated) {
            merge.warn(
                    "TRUNCATE_IGNORED", "", "the shard's rows stay in the target: delete them there if they are to go");
            merge.step("", DdlAction.ACTION_IGNORED, "truncate is not carried over");
        } else if (effect instanceof Effect.Nothing nothing) {
            merge.step(nothing.column(), DdlAction.ACTION_NO_OP, nothing.what());
        }
    }

    private void loosen(Effect.Loosened loosened) {
        String column = loosened.place().text();
        Optional<TargetNode> field = merge.target().field(loosened.node().fieldId());
        boolean nullable = field.isPresent() && !loosened.node().isRequired();
        if (nullable && NullRule.loosen(merge, field.get(), column)) {
            merge.step(column, DdlAction.ACTION_EXECUTE, "field " + field.get().id() + " allows NULL now");
        } else {
            merge.step(column, DdlAction.ACTION_SKIP, "the target's column never becomes narrower");
        }
    }

    private void takeDefault(Effect.Defaulted defaulted) {
        String column = defaulted.place().text();
        Optional<TargetNode> found = merge.target().field(defaulted.node().fieldId());
        if (found.isEmpty()) {
            merge.step(column, DdlAction.ACTION_NO_OP, "it is not stored");
            return;
        }
        TargetNode field = found.get();
        Optional<String> literal = defaulted.node().literal();
        // Its column may be cast: what the field takes is a value of the field's type.
        Optional<String> stored =
                literal.flatMap(text -> Literals.as(defaulted.node().type(), field.type(), text));
        field.defaultDifferently(defaulted.before(), literal);
        merge.target().touch(field);
        if (literal.isPresent() && stored.isEmpty()) {
            merge.warn(
                    "DEFAULT_NOT_STORED",
                    column,
                    "'" + ShardSchemas.abbreviated(literal.get()) + "' is no " + field.type()
                            + "; the target keeps its own default");
            merge.step(column, DdlAction.ACTION_SKIP, "the target's type has no such value");
            return;
        }
        if (field.withDefault(literal) < field.bound()) {
            merge.warn("DEFAULT_DIVERGED", column, "shards have different defaults; the target keeps its own");
            merge.step(column, DdlAction.ACTION_SKIP, "shards have different defaults");
        } else if (merge.target().hasDefaults()
                && !merge.manner().local()
                && !field.writeDefault().equals(stored)) {
            field.setWriteDefault(stored);
            merge.step(column, DdlAction.ACTION_EXECUTE, "field " + field.id() + " has that default now");
        } else {
            merge.step(column, DdlAction.ACTION_SKIP, "rows carry their values");
        }
    }

    private void comment(Effect.Commented commented) {
        String column = commented.place().text();
        Optional<TargetNode> field = merge.target().field(commented.node().fieldId());
        if (field.isEmpty() || merge.manner().local() || field.get().doc().equals(commented.comment())) {
            merge.step(column, DdlAction.ACTION_SKIP, "the comment stays");
            return;
        }
        field.get().setDoc(commented.comment());
        merge.step(column, DdlAction.ACTION_EXECUTE, "field " + field.get().id() + " has that comment now");
    }

    private void identify(Identifier identifier) {
        Set<Integer> ids = JoinRule.identifierIds(merge, identifier);
        Set<Integer> now = merge.target().identifierIds();
        if (ids.equals(now)) {
            merge.step("", DdlAction.ACTION_SKIP, "the primary key is that already");
            return;
        }
        now.forEach(id -> merge.dependOn(TargetDraft.fieldMark(id)));
        ids.forEach(id -> merge.dependOn(TargetDraft.fieldMark(id)));
        if (!merge.manner().barrier() && !merge.manner().local()) {
            boolean stops = merge.clashes(
                    DdlConflictKind.CONFLICT_IDENTIFIER,
                    "",
                    "fields " + now,
                    "fields " + ids,
                    "a primary key changes for all shards at once: change it in a pessimistic group, or skip it");
            if (stops) {
                return;
            }
        } else if (!merge.manner().local() && isPossible(ids)) {
            merge.target().setIdentifierIds(ids);
            merge.step("", DdlAction.ACTION_EXECUTE, "the primary key is fields " + ids + " now");
            return;
        }
        merge.warn("IDENTIFIER_NOT_STORED", "", "the target keeps its primary key: fields " + now);
        merge.step("", DdlAction.ACTION_SKIP, "the target keeps its primary key");
    }

    /** Iceberg takes required top-level columns that compare exactly. */
    private boolean isPossible(Set<Integer> ids) {
        return ids.stream()
                .allMatch(id -> merge.target()
                        .field(id)
                        .filter(field -> field.isRequired() && field.parent().isEmpty())
                        .filter(field -> field.type().kind() != ColumnType.Kind.FLOAT
                                && field.type().kind() != ColumnType.Kind.DOUBLE
                                && !field.type().isNested())
                        .isPresent());
    }
}
