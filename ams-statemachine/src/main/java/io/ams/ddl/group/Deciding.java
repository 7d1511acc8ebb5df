package io.ams.ddl.group;

import io.ams.ddl.Checked;
import io.ams.ddl.Manner;
import io.ams.ddl.Merge;
import io.ams.ddl.ShardDraft;
import io.ams.proto.DdlClash;
import io.ams.proto.DdlConflictKind;
import io.ams.proto.DdlConflictRow;
import io.ams.proto.DdlDecisionRow;
import io.ams.proto.DdlMemberRow;
import io.ams.proto.DdlMemberState;
import io.ams.proto.DdlPendingRow;
import io.ams.proto.DdlVerb;
import io.ams.proto.DdlVerdict;
import io.ams.proto.DdlWarning;
import io.ams.proto.ShardSchema;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Decides single announcements, and keeps the state of their shard in step. */
final class Deciding {
    private final GroupDraft group;

    Deciding(GroupDraft group) {
        this.group = group;
    }

    /** Why an announcement could not be applied, and on what of the target that depends. */
    record Found(DdlClash clash, Set<String> dependsOn) {
        static Found unfit(String complaint) {
            return new Found(
                    DdlClash.newBuilder()
                            .setKind(DdlConflictKind.CONFLICT_UNFIT)
                            .setDetail(complaint)
                            .build(),
                    Set.of());
        }
    }

    /** A merge that went well, not written to the rows yet. */
    record Merged(DdlMemberRow member, DdlPendingRow announcement, ShardSchema schema, Merge merge) {}

    /** How an announcement of this shard is carried over, if nothing else was said. */
    static Manner manner(DdlMemberRow member) {
        return member.getState() == DdlMemberState.MEMBER_LOADING ? Manner.INITIAL : Manner.ANNOUNCED;
    }

    /** Applies the announcement, which must be the shard's first that is not decided, or tells why not and changes nothing. */
    Optional<Found> decide(DdlPendingRow announcement, Manner manner, DdlVerb verb) {
        group.save();
        DdlMemberRow member = group.member(announcement.getShard()).orElseThrow();
        Checked<Merged> merged = merge(member, announcement, manner);
        Optional<Found> found = found(merged);
        if (found.isPresent()) {
            group.rollBack();
        } else {
            group.keepTarget();
            take(value(merged), verb);
        }
        return found;
    }

    /** Merges into the target without saving or rolling back. */
    Checked<Merged> merge(DdlMemberRow member, DdlPendingRow announcement, Manner manner) {
        ShardDraft shard = ShardDraft.of(member.getSchema());
        return new Merge(group.target(), shard, member.getReleasedIdsList(), group.policies(), manner)
                .changes(announcement.getChangesList())
                .then(merge -> Checked.valid(new Merged(member, announcement, shard.toMessage(), merge)));
    }

    static Optional<Found> found(Checked<Merged> merged) {
        return merged.fold(
                valid -> valid.merge()
                        .clash()
                        .map(clash -> new Found(clash, valid.merge().dependsOn())),
                complaint -> Optional.of(Found.unfit(complaint)));
    }

    static Merged value(Checked<Merged> merged) {
        return merged.fold(valid -> valid, complaint -> {
            throw new IllegalStateException(complaint);
        });
    }

    /** Writes the decision, and the shard as it is after it. */
    void take(Merged merged, DdlVerb verb) {
        DdlPendingRow announcement = merged.announcement();
        DdlMemberRow member = withSchema(merged.member(), merged.schema(), merged.merge()).toBuilder()
                .setDecided(announcement.getSeq())
                .build();
        group.putMember(member);
        putDecision(announcement, DdlVerdict.VERDICT_APPLIED, verb, merged.merge(), member.getBindingEpoch());
        forget(announcement);
        for (DdlWarning warning : merged.merge().warnings()) {
            group.event(announcement.getShard(), warning.getCode(), warning.getColumn() + ": " + warning.getDetail());
        }
    }

    /** The shard with another schema, under a new epoch if its bindings are other ones. */
    static DdlMemberRow withSchema(DdlMemberRow member, ShardSchema schema, Merge merge) {
        boolean rebound = !schema.equals(member.getSchema());
        return member.toBuilder()
                .setSchema(schema)
                .clearReleasedIds()
                .addAllReleasedIds(merge.released())
                .setBindingEpoch(member.getBindingEpoch() + (rebound ? 1 : 0))
                .build();
    }

    private void putDecision(
            DdlPendingRow announcement, DdlVerdict verdict, DdlVerb verb, Merge merge, long bindingEpoch) {
        group.putDecision(decision(announcement, verdict, verb, bindingEpoch).toBuilder()
                .addAllSteps(merge.steps())
                .addAllWarnings(merge.warnings())
                .build());
    }

    private DdlDecisionRow decision(DdlPendingRow announcement, DdlVerdict verdict, DdlVerb verb, long bindingEpoch) {
        return DdlDecisionRow.newBuilder()
                .setShard(announcement.getShard())
                .setSeq(announcement.getSeq())
                .setFingerprint(announcement.getFingerprint())
                .setReplacedFingerprint(announcement.getReplacedFingerprint())
                .setVerdict(verdict)
                .setResolution(verb)
                .setBindingEpoch(bindingEpoch)
                .setGroupVersion(group.version())
                .setDecidedAtMillis(group.at().timeMillis())
                .setDecidedAtIndex(group.at().index())
                .build();
    }

    /** The announcement is overtaken by a schema that was set by hand. */
    void supersede(DdlPendingRow announcement, long bindingEpoch) {
        group.putDecision(decision(announcement, DdlVerdict.VERDICT_SUPERSEDED, DdlVerb.VERB_SET_SCHEMA, bindingEpoch));
        forget(announcement);
    }

    private void forget(DdlPendingRow announcement) {
        Optional<DdlPendingRow> pending = group.pending(announcement.getShard(), announcement.getSeq());
        pending.ifPresent(row -> {
            group.closeConflict(row.getConflict());
            group.deletePending(row);
        });
    }

    /** The announcement blocks its shard. A conflict that it is in already goes on, as it is now. */
    void block(DdlPendingRow announcement, Found found) {
        long id = announcement.getConflict();
        Optional<DdlConflictRow> open = id == 0 ? Optional.empty() : group.conflict(id);
        if (open.isPresent()) {
            group.putConflict(open.get().toBuilder()
                    .setClash(found.clash())
                    .clearDependsOn()
                    .addAllDependsOn(found.dependsOn())
                    .build());
        } else {
            id = group.openConflict(announcement, 0, found.clash(), found.dependsOn());
        }
        group.putPending(announcement.toBuilder()
                .setVerdict(DdlVerdict.VERDICT_BLOCKED)
                .setConflict(id)
                .setBarrier(0)
                .build());
    }

    /** Brings the shard's state in line with what it waits for. */
    void restate(String shard) {
        DdlMemberRow member = group.member(shard).orElseThrow();
        DdlMemberState state = stateOf(member);
        if (state != member.getState()) {
            group.putMember(member.toBuilder()
                    .setState(state)
                    .setSinceMillis(group.at().timeMillis())
                    .setSinceIndex(group.at().index())
                    .build());
        }
    }

    private DdlMemberState stateOf(DdlMemberRow member) {
        if (!GroupDraft.isCounted(member.getState())) {
            return member.getState();
        }
        List<DdlPendingRow> pendings = group.pendings(member.getShard());
        if (pendings.isEmpty()) {
            return DdlMemberState.MEMBER_ACTIVE;
        }
        boolean blocked = pendings.stream().anyMatch(row -> row.getVerdict() == DdlVerdict.VERDICT_BLOCKED);
        return blocked ? DdlMemberState.MEMBER_BLOCKED : DdlMemberState.MEMBER_WAITING;
    }
}
