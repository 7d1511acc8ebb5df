package io.ams.ddl.group;

import io.ams.proto.DdlConflictKind;
import io.ams.proto.DdlPendingRow;
import io.ams.proto.DdlVerb;
import io.ams.proto.DdlVerdict;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Which verbs end what. */
public final class Verbs {
    private static final List<DdlVerb> FOR_COLUMNS = List.of(
            DdlVerb.VERB_SKIP,
            DdlVerb.VERB_NEW_FIELD,
            DdlVerb.VERB_REPLACE,
            DdlVerb.VERB_SET_SCHEMA,
            DdlVerb.VERB_DETACH);
    private static final List<DdlVerb> WITHOUT_NEW_FIELD =
            List.of(DdlVerb.VERB_SKIP, DdlVerb.VERB_REPLACE, DdlVerb.VERB_SET_SCHEMA, DdlVerb.VERB_DETACH);
    private static final List<DdlVerb> ANY_TIME = List.of(DdlVerb.VERB_SET_SCHEMA, DdlVerb.VERB_DETACH);

    private Verbs() {}

    /** The verbs that end a conflict of this kind. */
    public static List<DdlVerb> ending(DdlConflictKind kind) {
        return switch (kind) {
            case CONFLICT_TYPE, CONFLICT_STRUCTURE, CONFLICT_BACKFILL, CONFLICT_READD, CONFLICT_NAME_COLLISION ->
                FOR_COLUMNS;
            case CONFLICT_NONDETERMINISTIC_DEFAULT,
                    CONFLICT_IDENTIFIER,
                    CONFLICT_DEPENDENCY,
                    CONFLICT_MISMATCH,
                    CONFLICT_UNFIT -> WITHOUT_NEW_FIELD;
            case DDL_CONFLICT_UNSPECIFIED, UNRECOGNIZED -> ANY_TIME;
        };
    }

    /** The verbs that end a wait for other shards. */
    public static List<DdlVerb> endingWait() {
        return WITHOUT_NEW_FIELD;
    }

    /** The verbs that can be used on this announcement, the first that its shard waits with. */
    static List<DdlVerb> allowed(GroupDraft group, DdlPendingRow first) {
        if (first.getVerdict() == DdlVerdict.VERDICT_BLOCKED) {
            return ending(group.conflict(first.getConflict())
                    .map(conflict -> conflict.getClash().getKind())
                    .orElse(DdlConflictKind.DDL_CONFLICT_UNSPECIFIED));
        }
        Optional<DdlConflictKind> held = group.barrier(first.getBarrier())
                .flatMap(barrier -> group.conflict(barrier.getConflict()))
                .map(conflict -> conflict.getClash().getKind());
        return held.map(Verbs::ending).orElseGet(Verbs::endingWait);
    }

    /** The verb as it is written. */
    public static String name(DdlVerb verb) {
        return switch (verb) {
            case VERB_SKIP -> "skip";
            case VERB_NEW_FIELD -> "new-field";
            case VERB_REPLACE -> "replace";
            case VERB_SET_SCHEMA -> "set-schema";
            case VERB_DETACH -> "detach";
            case DDL_VERB_UNSPECIFIED, UNRECOGNIZED -> "";
        };
    }

    /** The verb that is written so. */
    public static Optional<DdlVerb> parse(String name) {
        return FOR_COLUMNS.stream().filter(verb -> name(verb).equals(name)).findFirst();
    }

    static String names(List<DdlVerb> verbs) {
        return verbs.stream().map(Verbs::name).collect(Collectors.joining(", "));
    }
}
