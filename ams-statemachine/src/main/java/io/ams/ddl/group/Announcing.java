package io.ams.ddl.group;

import io.ams.ddl.Checked;
import io.ams.ddl.Fingerprints;
import io.ams.ddl.Manner;
import io.ams.ddl.SchemaDiff;
import io.ams.ddl.ShardDraft;
import io.ams.ddl.ShardSchemas;
import io.ams.proto.DdlAnnounce;
import io.ams.proto.DdlDecided;
import io.ams.proto.DdlDecisionRow;
import io.ams.proto.DdlMemberRow;
import io.ams.proto.DdlMemberState;
import io.ams.proto.DdlMode;
import io.ams.proto.DdlPendingRow;
import io.ams.proto.DdlVerdict;
import io.ams.proto.SchemaChange;
import io.ams.proto.ShardSchema;
import java.util.List;
import java.util.Optional;

/** A shard announces changes: all of them are applied, or none. */
final class Announcing {
    private static final int MOST_CHANGES = 10_000;
    private static final int MOST_PENDING = 1_000;
    private static final long MOST_UNACKNOWLEDGED = 10_000;

    private final Group group;
    private final GroupDraft draft;
    private final DdlAnnounce command;

    Announcing(Group group, DdlAnnounce command) {
        this.group = group;
        this.draft = group.draft();
        this.command = command;
    }

    Outcome announce(int schemaId) {
        Optional<DdlMemberRow> found = draft.member(command.getShard());
        if (found.isEmpty() || found.get().getState() == DdlMemberState.MEMBER_LEFT) {
            return group.noMember(command.getShard());
        }
        DdlMemberRow member = found.get();
        if (command.getSeq() <= 0 || command.getChangesCount() == 0 || command.getChangesCount() > MOST_CHANGES) {
            return Group.refuse(
                    DdlRefusal.MALFORMED,
                    "an announcement has a sequence number from 1 on and 1 to " + MOST_CHANGES + " changes");
        }
        String fingerprint = Fingerprints.ofAll(command.getChangesList());
        if (command.getSeq() <= member.getAnnounced()) {
            return repeated(member, fingerprint);
        }
        if (command.getSeq() > member.getAnnounced() + 1) {
            return Group.refuse(
                    DdlRefusal.SEQ_GAP,
                    "the next announcement of shard '" + command.getShard() + "' is number "
                            + (member.getAnnounced() + 1) + ", not " + command.getSeq()
                            + "; announce those between first, in order, or use that number if there are none");
        }
        List<DdlPendingRow> pendings = draft.pendings(command.getShard());
        Optional<Outcome> objection = full(member, pendings).or(() -> disagreeing(member, pendings));
        return objection.orElseGet(() -> take(member, pendings, fingerprint, schemaId));
    }

    private Outcome repeated(DdlMemberRow member, String fingerprint) {
        Optional<DdlDecisionRow> decision = draft.decision(command.getShard(), command.getSeq());
        Optional<DdlPendingRow> pending = draft.pending(command.getShard(), command.getSeq());
        if (decision.isEmpty() && pending.isEmpty()) {
            return Group.refuse(
                    DdlRefusal.SEQ_ACKNOWLEDGED,
                    "announcement " + command.getSeq() + " of shard '" + command.getShard()
                            + "' was acknowledged or came before it joined; the next is number "
                            + (member.getAnnounced() + 1));
        }
        String known = decision.map(DdlDecisionRow::getFingerprint)
                .orElseGet(() -> pending.orElseThrow().getFingerprint());
        String replaced = decision.map(DdlDecisionRow::getReplacedFingerprint)
                .orElseGet(() -> pending.orElseThrow().getReplacedFingerprint());
        if (!fingerprint.equals(known) && !fingerprint.equals(replaced)) {
            return Group.refuse(
                    DdlRefusal.SEQ_MISMATCH,
                    "announcement " + command.getSeq() + " of shard '" + command.getShard() + "' was: " + known
                            + "; now it is: " + fingerprint + "; what was not announced yet takes the next number, "
                            + (member.getAnnounced() + 1));
        }
        return group.unchanged(group.reply(command.getShard(), command.getSeq()).setRepeated(true));
    }

    private Optional<Outcome> full(DdlMemberRow member, List<DdlPendingRow> pendings) {
        long acknowledged = Math.max(member.getAcknowledged(), command.getAcknowledged());
        if (pendings.size() < MOST_PENDING && member.getAnnounced() - acknowledged < MOST_UNACKNOWLEDGED) {
            return Optional.empty();
        }
        return Optional.of(Group.refuse(
                DdlRefusal.QUEUE_FULL,
                "shard '" + command.getShard() + "' has " + pendings.size() + " announcements waiting and "
                        + (member.getAnnounced() - acknowledged)
                        + " not acknowledged; resolve what blocks it, and acknowledge decisions"));
    }

    /** Objects to a schema, or to changes, that the shard cannot have. */
    private Optional<Outcome> disagreeing(DdlMemberRow member, List<DdlPendingRow> pendings) {
        ShardDraft shard = ShardDraft.of(member.getSchema());
        for (DdlPendingRow pending : pendings) {
            Checked<ShardDraft> next = shard.changed(pending.getChangesList());
            if (next instanceof Checked.Invalid<ShardDraft>) {
                // What stands in the queue does not fit any more; this one is judged when its turn comes.
                return Optional.empty();
            }
        }
        if (command.hasBefore()) {
            Optional<Outcome> resync = differs(command.getBefore(), shard, DdlRefusal.RESYNC_REQUIRED, "before");
            if (resync.isPresent()) {
                return resync;
            }
        }
        Optional<String> invalid =
                shard.changed(command.getChangesList()).fold(valid -> Optional.<String>empty(), Optional::of);
        if (invalid.isPresent()) {
            return Optional.of(Group.refuse(
                    DdlRefusal.CHANGE_INVALID,
                    invalid.get() + "; if AMS is wrong about the shard's schema, set it with the verb set-schema"));
        }
        return command.hasAfter()
                ? differs(command.getAfter(), shard, DdlRefusal.CHANGE_INVALID, "after")
                : Optional.empty();
    }

    private static Optional<Outcome> differs(ShardSchema said, ShardDraft known, DdlRefusal refusal, String when) {
        Checked<ShardSchema> checked = ShardSchemas.check(said);
        if (checked instanceof Checked.Invalid<ShardSchema> invalid) {
            return Optional.of(Group.refuse(DdlRefusal.MALFORMED, "the schema " + when + ": " + invalid.complaint()));
        }
        ShardSchema schema = ((Checked.Valid<ShardSchema>) checked).value();
        ShardSchema ours = known.toMessage();
        if (SchemaDiff.isSame(ours, schema)) {
            return Optional.empty();
        }
        List<SchemaChange> differences = SchemaDiff.between(ours, schema).stream()
                .filter(change -> !change.hasDefault())
                .toList();
        return Optional.of(Group.refuse(
                refusal,
                "the schema that the shard has " + when + " the changes is not the one that AMS knows; to become it: "
                        + Fingerprints.ofAll(differences) + "; set it with the verb set-schema if the shard is right"));
    }

    private Outcome take(DdlMemberRow member, List<DdlPendingRow> pendings, String fingerprint, int schemaId) {
        DdlPendingRow announcement = DdlPendingRow.newBuilder()
                .setShard(command.getShard())
                .setSeq(command.getSeq())
                .setFingerprint(fingerprint)
                .addAllChanges(command.getChangesList())
                .setVerdict(DdlVerdict.VERDICT_QUEUED)
                .setSinceMillis(draft.at().timeMillis())
                .setSinceIndex(draft.at().index())
                .build();
        boolean strict = draft.row().getMode() == DdlMode.STRICT_OPTIMISTIC;
        if (strict && pendings.isEmpty()) {
            Optional<Deciding.Found> found = rejection(member, announcement);
            if (found.isPresent()) {
                return group.unchanged(DdlDecided.newBuilder()
                        .setSeq(command.getSeq())
                        .setVerdict(DdlVerdict.VERDICT_REJECTED)
                        .setClash(found.get().clash())
                        .setBindingEpoch(member.getBindingEpoch()));
            }
        }
        draft.putMember(member.toBuilder()
                .setAnnounced(command.getSeq())
                .setPosition(command.getPosition())
                .build());
        draft.putPending(announcement);
        new Acknowledging(group).acknowledge(command.getShard(), command.getAcknowledged());
        group.settling().advance(command.getShard());
        group.settling().settle();
        return group.done(schemaId, group.reply(command.getShard(), command.getSeq()));
    }

    private Optional<Deciding.Found> rejection(DdlMemberRow member, DdlPendingRow announcement) {
        draft.save();
        Manner manner = Deciding.manner(member);
        Optional<Deciding.Found> found = Deciding.found(group.deciding().merge(member, announcement, manner));
        draft.rollBack();
        return found;
    }
}
