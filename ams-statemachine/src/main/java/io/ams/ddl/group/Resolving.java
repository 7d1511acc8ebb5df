package io.ams.ddl.group;

import io.ams.ddl.Checked;
import io.ams.ddl.Fingerprints;
import io.ams.ddl.Manner;
import io.ams.ddl.Merge;
import io.ams.ddl.SchemaDiff;
import io.ams.ddl.ShardDraft;
import io.ams.ddl.ShardSchemas;
import io.ams.proto.DdlBarrierRow;
import io.ams.proto.DdlClash;
import io.ams.proto.DdlConflictKind;
import io.ams.proto.DdlDecided;
import io.ams.proto.DdlMemberRow;
import io.ams.proto.DdlMemberState;
import io.ams.proto.DdlPendingRow;
import io.ams.proto.DdlResolve;
import io.ams.proto.DdlVerb;
import io.ams.proto.DdlVerdict;
import io.ams.proto.ShardSchema;
import java.util.List;
import java.util.Optional;

/** Somebody ends by hand what a shard waits for. Each state that waits has a verb that ends it; detach ends every one. */
final class Resolving {
    private final Group group;
    private final GroupDraft draft;
    private final DdlResolve command;
    private final int schemaId;

    Resolving(Group group, DdlResolve command, int schemaId) {
        this.group = group;
        this.draft = group.draft();
        this.command = command;
        this.schemaId = schemaId;
    }

    Outcome resolve() {
        Optional<DdlMemberRow> member = draft.member(command.getShard());
        if (member.isEmpty() || member.get().getState() == DdlMemberState.MEMBER_LEFT) {
            return group.noMember(command.getShard());
        }
        if (command.getVerb() != DdlVerb.VERB_DETACH && group.isTargetGone()) {
            return group.targetGone();
        }
        return switch (command.getVerb()) {
            case VERB_DETACH -> new Leaving(group).leave(command.getShard(), schemaId);
            case VERB_SET_SCHEMA -> setSchema(member.get());
            case VERB_SKIP, VERB_NEW_FIELD, VERB_REPLACE -> resolveFirst(member.get());
            case DDL_VERB_UNSPECIFIED, UNRECOGNIZED ->
                Group.refuse(DdlRefusal.MALFORMED, "a verb is one of skip, new-field, replace, set-schema and detach");
        };
    }

    private Outcome resolveFirst(DdlMemberRow member) {
        List<DdlPendingRow> pendings = draft.pendings(command.getShard());
        if (pendings.isEmpty()) {
            return Group.refuse(
                    DdlRefusal.NOTHING_TO_RESOLVE,
                    "shard '" + command.getShard() + "' waits for nothing; set-schema and detach can be used any time");
        }
        DdlPendingRow first = pendings.get(0);
        if (command.getSeq() != 0 && command.getSeq() != first.getSeq()) {
            return Group.refuse(
                    DdlRefusal.NOTHING_TO_RESOLVE,
                    "what shard '" + command.getShard() + "' waits with is announcement " + first.getSeq() + ", not "
                            + command.getSeq());
        }
        if (!Verbs.allowed(draft, first).contains(command.getVerb())) {
            return Group.refuse(
                    DdlRefusal.VERB_REFUSED,
                    "announcement " + first.getSeq() + " of shard '" + command.getShard() + "' can be ended with "
                            + Verbs.names(Verbs.allowed(draft, first)));
        }
        if (command.getVerb() == DdlVerb.VERB_REPLACE) {
            return replace(member, first);
        }
        Optional<Outcome> objection = first.getVerdict() == DdlVerdict.VERDICT_WAITING
                ? resolveWaiting(first)
                : resolveBlocked(member, first);
        return objection.orElseGet(() -> settled(first.getSeq()));
    }

    private Outcome settled(long seq) {
        draft.event(command.getShard(), "RESOLVED", "announcement " + seq + ": " + Verbs.name(command.getVerb()));
        group.settling().advance(command.getShard());
        group.barriers().lookForPassers();
        group.settling().settle();
        group.deciding().restate(command.getShard());
        return group.done(schemaId, group.reply(command.getShard(), seq));
    }

    private Optional<Outcome> resolveBlocked(DdlMemberRow member, DdlPendingRow first) {
        DdlConflictKind kind =
                draft.conflict(first.getConflict()).orElseThrow().getClash().getKind();
        Manner manner = kind == DdlConflictKind.CONFLICT_MISMATCH
                ? Manner.LOCAL
                : Deciding.manner(member).on(Barriers.onConflict(command.getVerb()));
        return decide(first, manner);
    }

    private Optional<Outcome> decide(DdlPendingRow first, Manner manner) {
        Optional<DdlClash> clash =
                group.deciding().decide(first, manner, command.getVerb()).map(Deciding.Found::clash);
        if (clash.isPresent() && clash.get().getKind() == DdlConflictKind.CONFLICT_UNFIT) {
            drop(first);
            return Optional.empty();
        }
        return clash.map(
                still -> Group.refuse(DdlRefusal.VERB_REFUSED, "that does not end it: " + ConflictKinds.line(still)));
    }

    /** What does not fit the shard's schema is not made at all. */
    private void drop(DdlPendingRow first) {
        DdlMemberRow member = draft.member(first.getShard()).orElseThrow();
        group.deciding().supersede(first, member.getBindingEpoch());
        draft.putMember(member.toBuilder().setDecided(first.getSeq()).build());
    }

    private Optional<Outcome> resolveWaiting(DdlPendingRow first) {
        DdlBarrierRow barrier = draft.barrier(first.getBarrier()).orElseThrow();
        boolean held = draft.conflict(barrier.getConflict())
                .filter(conflict -> conflict.getClash().getKind() != DdlConflictKind.CONFLICT_UNFIT)
                .isPresent();
        if (held) {
            group.barriers().resolve(barrier, command.getVerb());
            return Optional.empty();
        }
        if (group.barriers().goOnWithout(first)) {
            draft.putPending(first.toBuilder().setBarrier(0).build());
        } else {
            group.barriers().withdraw(command.getShard());
        }
        DdlPendingRow alone = draft.pending(first.getShard(), first.getSeq()).orElseThrow();
        return decide(alone, Manner.LOCAL);
    }

    private Outcome replace(DdlMemberRow member, DdlPendingRow first) {
        if (command.getChangesCount() == 0) {
            return Group.refuse(DdlRefusal.MALFORMED, "replace needs the changes to make instead");
        }
        Optional<String> invalid = ShardDraft.of(member.getSchema())
                .changed(command.getChangesList())
                .fold(valid -> Optional.<String>empty(), Optional::of);
        if (invalid.isPresent()) {
            return Group.refuse(DdlRefusal.CHANGE_INVALID, invalid.get());
        }
        group.barriers().withdraw(command.getShard());
        DdlPendingRow queued = draft.pending(first.getShard(), first.getSeq()).orElseThrow();
        String original =
                first.getReplacedFingerprint().isEmpty() ? first.getFingerprint() : first.getReplacedFingerprint();
        draft.putPending(queued.toBuilder()
                .clearChanges()
                .addAllChanges(command.getChangesList())
                .setFingerprint(Fingerprints.ofAll(command.getChangesList()))
                .setReplacedFingerprint(original)
                .clearWarnings()
                .build());
        return settled(first.getSeq());
    }

    private Outcome setSchema(DdlMemberRow before) {
        Checked<ShardSchema> checked = ShardSchemas.check(command.getSchema());
        if (checked instanceof Checked.Invalid<ShardSchema> invalid) {
            return Group.refuse(DdlRefusal.MALFORMED, invalid.complaint());
        }
        ShardSchema wanted = ((Checked.Valid<ShardSchema>) checked).value();
        return wanted.getColumnsCount() == 0
                ? Group.refuse(DdlRefusal.MALFORMED, "set-schema needs the schema that the shard has")
                : setSchema(before.getShard(), wanted);
    }

    private Outcome setSchema(String name, ShardSchema wanted) {
        group.barriers().withdraw(command.getShard());
        DdlMemberRow member = draft.member(name).orElseThrow();
        ShardDraft shard = ShardDraft.of(member.getSchema());
        Merge merge = new Merge(
                draft.target(),
                shard,
                member.getReleasedIdsList(),
                draft.policies(),
                Manner.INITIAL.on(Manner.OnConflict.SKIP));
        Checked<Merge> merged = merge.changes(SchemaDiff.between(member.getSchema(), wanted));
        if (merged instanceof Checked.Invalid<Merge> invalid) {
            return Group.refuse(DdlRefusal.CHANGE_INVALID, invalid.complaint());
        }
        draft.keepTarget();
        DdlMemberRow now = Deciding.withSchema(member, shard.toMessage(), merge).toBuilder()
                .setDecided(member.getAnnounced())
                .build();
        draft.putMember(now);
        for (DdlPendingRow pending : draft.pendings(name)) {
            group.deciding().supersede(pending, now.getBindingEpoch());
        }
        draft.event(command.getShard(), "RESOLVED", "set-schema");
        group.deciding().restate(command.getShard());
        group.barriers().lookForPassers();
        group.settling().settle();
        return group.done(
                schemaId,
                DdlDecided.newBuilder()
                        .setVerdict(DdlVerdict.VERDICT_APPLIED)
                        .setSeq(now.getAnnounced())
                        .setResolution(DdlVerb.VERB_SET_SCHEMA)
                        .addAllSteps(merge.steps())
                        .addAllWarnings(merge.warnings())
                        .setBindingEpoch(now.getBindingEpoch()));
    }
}
