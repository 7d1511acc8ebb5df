package io.ams.web.ddl;

import io.ams.ddl.group.ConflictKinds;
import io.ams.ddl.group.Verbs;
import io.ams.ddl.protocol.Conflict;
import io.ams.ddl.protocol.Decision;
import io.ams.ddl.protocol.PendingView;
import io.ams.ddl.protocol.Policies;
import io.ams.ddl.protocol.Step;
import io.ams.ddl.protocol.TargetColumn;
import io.ams.ddl.protocol.Warning;
import io.ams.op.ErrorCode;
import io.ams.proto.DdlClash;
import io.ams.proto.DdlConflictRow;
import io.ams.proto.DdlDecided;
import io.ams.proto.DdlDropPolicy;
import io.ams.proto.DdlMemberRow;
import io.ams.proto.DdlPendingRow;
import io.ams.proto.DdlPolicies;
import io.ams.proto.DdlReaddPolicy;
import io.ams.proto.DdlRenamePolicy;
import io.ams.proto.DdlVerb;
import io.ams.proto.DdlWarning;
import io.ams.proto.TargetField;
import io.ams.raft.AmsException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Rows of the core in the words of the API. */
public final class ViewParts {
    private ViewParts() {}

    /** A constant of an enumeration without its prefix. */
    static String word(String name, String prefix) {
        return name.startsWith(prefix) ? name.substring(prefix.length()) : name;
    }

    static Policies policies(DdlPolicies policies) {
        return new Policies(
                small(policies.getDrop().name(), "DROP_"),
                small(policies.getRename().name(), "RENAME_"),
                small(policies.getReadd().name(), "READD_"),
                policies.getDateToTimestamp());
    }

    private static String small(String name, String prefix) {
        return word(name, prefix).toLowerCase(Locale.ROOT);
    }

    /** The policies that are named, as the core takes them; BAD_REQUEST for one that does not exist. */
    public static DdlPolicies policies(@Nullable Policies sent) {
        DdlPolicies.Builder named = DdlPolicies.newBuilder();
        if (sent == null) {
            return named.build();
        }
        if (sent.drop() != null) {
            named.setDrop(choice(sent.drop(), "drop", "DROP_", DdlDropPolicy.values()));
        }
        if (sent.rename() != null) {
            named.setRename(choice(sent.rename(), "rename", "RENAME_", DdlRenamePolicy.values()));
        }
        if (sent.readd() != null) {
            named.setReadd(choice(sent.readd(), "readd", "READD_", DdlReaddPolicy.values()));
        }
        if (sent.dateToTimestamp() != null) {
            named.setDateToTimestamp(sent.dateToTimestamp());
        }
        return named.build();
    }

    private static <E extends Enum<E>> E choice(String sent, String field, String prefix, E[] choices) {
        Function<E, String> name = choice -> small(choice.name(), prefix);
        return Arrays.stream(choices)
                .filter(choice ->
                        choice.name().startsWith(prefix) && name.apply(choice).equals(sent))
                .findFirst()
                .orElseThrow(() -> new AmsException(
                        ErrorCode.BAD_REQUEST,
                        "policy " + field + " cannot be '" + sent + "': it is one of "
                                + Arrays.stream(choices)
                                        .filter(choice -> choice.name().startsWith(prefix))
                                        .map(name)
                                        .toList()));
    }

    static TargetColumn column(TargetField field) {
        return new TargetColumn(
                field.getId(),
                field.getName(),
                field.getType(),
                field.getRequired(),
                field.hasInitialDefault() ? field.getInitialDefault() : null,
                field.getUse().getBound(),
                field.getUse().getDropWanted() && field.getUse().getBound() > 0,
                field.getUse().getWantedName().isEmpty() ? null : field.getUse().getWantedName(),
                field.getChildrenList().stream().map(ViewParts::column).toList());
    }

    static Conflict conflict(DdlConflictRow row) {
        return conflict(
                row.getClash(),
                row.getId(),
                row.getShard(),
                row.getSeq(),
                row.getBarrier() == 0 ? null : row.getBarrier(),
                row.getSinceMillis());
    }

    private static Conflict conflict(
            DdlClash clash,
            @Nullable Long id,
            @Nullable String shard,
            @Nullable Long seq,
            @Nullable Long barrier,
            @Nullable Long since) {
        List<String> verbs = id == null
                ? List.of()
                : Verbs.ending(clash.getKind()).stream().map(Verbs::name).toList();
        return new Conflict(
                id,
                shard,
                seq,
                barrier,
                ConflictKinds.name(clash.getKind()),
                clash.getColumn(),
                clash.getTargetSide(),
                clash.getShardSide(),
                clash.getDetail(),
                verbs,
                since);
    }

    static List<Warning> warnings(List<DdlWarning> warnings) {
        return warnings.stream()
                .map(row -> new Warning(row.getCode(), row.getColumn(), row.getDetail()))
                .toList();
    }

    static PendingView pending(DdlPendingRow row, List<String> missing) {
        return new PendingView(
                row.getSeq(),
                word(row.getVerdict().name(), "VERDICT_"),
                row.getFingerprint(),
                row.getBarrier() == 0 ? null : row.getBarrier(),
                row.getConflict() == 0 ? null : row.getConflict(),
                missing,
                warnings(row.getWarningsList()),
                row.getSinceMillis());
    }

    static Decision decision(DdlMemberRow member, DdlDecided decided, BindingViews bindings, Optional<Conflict> open) {
        Conflict conflict = decided.hasClash() ? conflict(member.getShard(), decided, open) : null;
        return new Decision(
                member.getShard(),
                decided.getSeq(),
                word(decided.getVerdict().name(), "VERDICT_"),
                decided.getStepsList().stream()
                        .map(step ->
                                new Step(step.getColumn(), word(step.getAction().name(), "ACTION_"), step.getDetail()))
                        .toList(),
                warnings(decided.getWarningsList()),
                conflict,
                decided.getResolution() == DdlVerb.DDL_VERB_UNSPECIFIED ? null : Verbs.name(decided.getResolution()),
                decided.getRepeated(),
                decided.getSchemaId(),
                decided.getGroupVersion(),
                member.getBindingEpoch(),
                bindings.columns(),
                bindings.fills());
    }

    /** The conflict as it was decided: the one that is open now may be another, or the same for another reason. */
    private static Conflict conflict(String shard, DdlDecided decided, Optional<Conflict> open) {
        Long id = decided.getConflict() == 0 ? null : decided.getConflict();
        Optional<Conflict> same = open.filter(found -> id != null && id.equals(found.id()));
        return conflict(
                decided.getClash(),
                id,
                shard,
                decided.getSeq(),
                same.map(Conflict::barrier).orElse(null),
                same.map(Conflict::sinceMillis).orElse(null));
    }
}
