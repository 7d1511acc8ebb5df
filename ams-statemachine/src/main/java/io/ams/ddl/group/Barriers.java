package io.ams.ddl.group;

import io.ams.ddl.AlreadyThere;
import io.ams.ddl.Checked;
import io.ams.ddl.Fingerprints;
import io.ams.ddl.Manner;
import io.ams.ddl.ShardDraft;
import io.ams.proto.DdlBarrierRow;
import io.ams.proto.DdlClash;
import io.ams.proto.DdlConflictKind;
import io.ams.proto.DdlConflictRow;
import io.ams.proto.DdlMemberRow;
import io.ams.proto.DdlMemberState;
import io.ams.proto.DdlPendingRow;
import io.ams.proto.DdlVerb;
import io.ams.proto.DdlVerdict;
import io.ams.proto.DdlWarning;
import io.ams.proto.SchemaChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The changes that a pessimistic group makes together, in the order in which they will be made. Every shard's announcements are a
 * beginning of that list. The first barrier is passed when every shard has announced it, has been told to go on without, or has a
 * schema that is so already or cannot have the changes: who will never announce them is not waited for.
 */
final class Barriers {
    private final GroupDraft group;
    private final Deciding deciding;
    /** Somebody may have what the first barrier is about without having announced it. */
    private boolean lookForPassers;
    /** The first barrier was held by a conflict, and one more has announced it since: that may be decided otherwise. */
    private boolean heldAnew;

    Barriers(GroupDraft group, Deciding deciding) {
        this.group = group;
        this.deciding = deciding;
    }

    /** Shards that came, or have another schema, may have what the first barrier is about. */
    void lookForPassers() {
        lookForPassers = true;
    }

    /**
     * The announcement, whose earlier ones all wait at barriers, goes to the next barrier of its shard; one without effect is
     * decided, if it is the first.
     */
    void enter(DdlPendingRow announcement) {
        String fingerprint = Fingerprints.ofEffect(announcement.getChangesList());
        if (fingerprint.isEmpty()) {
            passThrough(announcement);
            return;
        }
        DdlMemberRow member = group.member(announcement.getShard()).orElseThrow();
        long number = member.getNextBarrier();
        Optional<DdlBarrierRow> barrier = group.barrier(number);
        if (barrier.isPresent() && !barrier.get().getFingerprint().equals(fingerprint)) {
            deciding.block(announcement, mismatch(barrier.get(), fingerprint));
            return;
        }
        DdlPendingRow waiting = announcement;
        if (barrier.isPresent()) {
            heldAnew |= barrier.get().getConflict() != 0;
            group.putBarrier(barrier.get().toBuilder()
                    .setAnnounced(barrier.get().getAnnounced() + 1)
                    .build());
        } else {
            waiting = foreseen(announcement, member);
            open(number, fingerprint, member);
        }
        group.closeConflict(announcement.getConflict());
        group.putPending(waiting.toBuilder()
                .setVerdict(DdlVerdict.VERDICT_WAITING)
                .setBarrier(number)
                .setConflict(0)
                .build());
        group.putMember(member.toBuilder().setNextBarrier(number + 1).build());
    }

    private void passThrough(DdlPendingRow announcement) {
        boolean first =
                group.pendings(announcement.getShard()).stream().allMatch(row -> row.getSeq() >= announcement.getSeq());
        if (first) {
            deciding.decide(announcement, Manner.ANNOUNCED, DdlVerb.DDL_VERB_UNSPECIFIED)
                    .ifPresent(found -> deciding.block(announcement, found));
        }
    }

    private void open(long number, String fingerprint, DdlMemberRow member) {
        group.putBarrier(DdlBarrierRow.newBuilder()
                .setNumber(number)
                .setFingerprint(fingerprint)
                .setFirstShard(member.getShard())
                .setAnnounced(1)
                .setSinceMillis(group.at().timeMillis())
                .setSinceIndex(group.at().index())
                .build());
        group.touch(GroupDraft.barrierMark(number));
        group.row().setNextBarrier(number + 1);
        lookForPassers |= number == group.row().getHeadBarrier();
    }

    /** The announcement, with a warning if it would be in conflict were it applied now. */
    private DdlPendingRow foreseen(DdlPendingRow announcement, DdlMemberRow member) {
        boolean first =
                group.pendings(announcement.getShard()).stream().allMatch(row -> row.getSeq() >= announcement.getSeq());
        if (!first) {
            return announcement;
        }
        group.save();
        Optional<Deciding.Found> found =
                Deciding.found(deciding.merge(member, announcement, Manner.ANNOUNCED.atBarrier()));
        group.rollBack();
        return found.map(conflict -> announcement.toBuilder()
                        .clearWarnings()
                        .addWarnings(DdlWarning.newBuilder()
                                .setCode("CONFLICT_FORESEEN")
                                .setColumn(conflict.clash().getColumn())
                                .setDetail("when every shard has announced it this will be in conflict: "
                                        + ConflictKinds.line(conflict.clash())))
                        .build())
                .orElse(announcement);
    }

    private static Deciding.Found mismatch(DdlBarrierRow barrier, String fingerprint) {
        DdlClash clash = DdlClash.newBuilder()
                .setKind(DdlConflictKind.CONFLICT_MISMATCH)
                .setTargetSide(barrier.getFingerprint())
                .setShardSide(fingerprint)
                .setDetail("shard " + barrier.getFirstShard() + " announced: " + barrier.getFingerprint()
                        + "; this shard announced: " + fingerprint
                        + "; all shards must make the same changes in the same order")
                .build();
        return new Deciding.Found(clash, Set.of(GroupDraft.barrierMark(barrier.getNumber())));
    }

    /**
     * Passes the first barrier if nobody is missing; returns the announcements that were decided by it, none if it did not. Most
     * calls find somebody missing and must not read what the others wait with.
     */
    List<DdlPendingRow> passFirst(boolean conflictMayBeOver) {
        long number = group.row().getHeadBarrier();
        if (lookForPassers && group.barrier(number).isPresent()) {
            letPass(number);
            lookForPassers = false;
        }
        Optional<DdlBarrierRow> barrier = group.barrier(number);
        boolean complete = barrier.isPresent()
                && barrier.get().getAnnounced() + barrier.get().getPassed()
                        >= group.row().getCounted();
        boolean held = complete
                && barrier.get().getConflict() != 0
                && barrier.get().getResolution() == DdlVerb.DDL_VERB_UNSPECIFIED
                && !conflictMayBeOver
                && !heldAnew;
        heldAnew &= !complete;
        return complete && !held ? pass(barrier.get()) : List.of();
    }

    private void letPass(long number) {
        DdlBarrierRow barrier = group.barrier(number).orElseThrow();
        DdlPendingRow sample = at(number).get(0);
        int passed = barrier.getPassed();
        for (DdlMemberRow member : group.members()) {
            boolean open = member.getState() == DdlMemberState.MEMBER_ACTIVE && member.getNextBarrier() == number;
            if (open && isPastIt(ShardDraft.of(member.getSchema()), sample.getChangesList())) {
                group.putMember(member.toBuilder().setNextBarrier(number + 1).build());
                passed++;
            }
        }
        group.putBarrier(barrier.toBuilder().setPassed(passed).build());
    }

    /** Whether the shard has the changes, or cannot make them: the column is gone, or one of another type has its name. */
    private static boolean isPastIt(ShardDraft shard, List<SchemaChange> changes) {
        return AlreadyThere.all(shard, changes) || shard.changed(changes) instanceof Checked.Invalid<ShardDraft>;
    }

    /** The announcements that wait at the barrier, by shard. */
    List<DdlPendingRow> at(long number) {
        return group.pendings().stream()
                .filter(row -> row.getBarrier() == number)
                .toList();
    }

    private List<DdlPendingRow> pass(DdlBarrierRow barrier) {
        group.save();
        Manner manner = Manner.ANNOUNCED.atBarrier().on(onConflict(barrier.getResolution()));
        List<Deciding.Merged> merged = new ArrayList<>();
        List<DdlPendingRow> waiting = at(barrier.getNumber());
        for (DdlPendingRow announcement : waiting) {
            DdlMemberRow member = group.member(announcement.getShard()).orElseThrow();
            Checked<Deciding.Merged> one = deciding.merge(member, announcement, manner);
            Optional<Deciding.Found> found = Deciding.found(one);
            if (found.isPresent()) {
                group.rollBack();
                hold(barrier, announcement, found.get());
                return List.of();
            }
            merged.add(Deciding.value(one));
        }
        group.keepTarget();
        group.closeConflict(barrier.getConflict());
        group.deleteBarrier(barrier.getNumber());
        group.row().setHeadBarrier(barrier.getNumber() + 1);
        merged.forEach(one -> deciding.take(one, barrier.getResolution()));
        group.event("", "BARRIER_PASSED", merged.size() + " shards: " + barrier.getFingerprint());
        lookForPassers = true;
        return waiting;
    }

    static Manner.OnConflict onConflict(DdlVerb verb) {
        return switch (verb) {
            case VERB_SKIP -> Manner.OnConflict.SKIP;
            case VERB_NEW_FIELD -> Manner.OnConflict.NEW_FIELD;
            default -> Manner.OnConflict.STOP;
        };
    }

    /** What all agreed on is in conflict with the target: it is the barrier that is held up. */
    private void hold(DdlBarrierRow barrier, DdlPendingRow announcement, Deciding.Found found) {
        Optional<DdlConflictRow> open = group.conflict(barrier.getConflict());
        if (open.isPresent()) {
            group.putConflict(open.get().toBuilder()
                    .setClash(found.clash())
                    .clearDependsOn()
                    .addAllDependsOn(found.dependsOn())
                    .build());
            return;
        }
        long id = group.openConflict(announcement, barrier.getNumber(), found.clash(), found.dependsOn());
        group.putBarrier(barrier.toBuilder().setConflict(id).build());
    }

    /** How a conflict of the whole barrier is to be resolved. */
    void resolve(DdlBarrierRow barrier, DdlVerb verb) {
        group.putBarrier(barrier.toBuilder().setResolution(verb).build());
    }

    /** The shard goes on without the barrier that its first announcement waits at, unless nobody else has announced it. */
    boolean goOnWithout(DdlPendingRow announcement) {
        DdlBarrierRow barrier = group.barrier(announcement.getBarrier()).orElseThrow();
        if (barrier.getAnnounced() == 1) {
            return false;
        }
        DdlBarrierRow.Builder changed = withoutConflict(barrier);
        group.putBarrier(changed.setAnnounced(barrier.getAnnounced() - 1)
                .setPassed(barrier.getPassed() + 1)
                .setFirstShard(firstBut(announcement))
                .build());
        return true;
    }

    private DdlBarrierRow.Builder withoutConflict(DdlBarrierRow barrier) {
        group.closeConflict(barrier.getConflict());
        return barrier.toBuilder().setConflict(0).setResolution(DdlVerb.DDL_VERB_UNSPECIFIED);
    }

    private String firstBut(DdlPendingRow announcement) {
        return at(announcement.getBarrier()).stream()
                .map(DdlPendingRow::getShard)
                .filter(shard -> !shard.equals(announcement.getShard()))
                .findFirst()
                .orElse("");
    }

    /** Takes every announcement of the shard back from barriers and conflicts; they are queued again. */
    void withdraw(String shard) {
        List<DdlPendingRow> pendings = new ArrayList<>(group.pendings(shard));
        for (int i = pendings.size() - 1; i >= 0; i--) {
            withdraw(pendings.get(i));
        }
    }

    private void withdraw(DdlPendingRow announcement) {
        long number = announcement.getBarrier();
        if (number != 0) {
            DdlBarrierRow barrier = group.barrier(number).orElseThrow();
            String next = firstBut(announcement);
            DdlMemberRow member = group.member(announcement.getShard()).orElseThrow();
            group.putMember(member.toBuilder().setNextBarrier(number).build());
            group.putBarrier(withoutConflict(barrier)
                    .setAnnounced(barrier.getAnnounced() - 1)
                    .setFirstShard(
                            barrier.getFirstShard().equals(announcement.getShard()) ? next : barrier.getFirstShard())
                    .build());
        }
        group.closeConflict(announcement.getConflict());
        group.putPending(announcement.toBuilder()
                .setVerdict(DdlVerdict.VERDICT_QUEUED)
                .setBarrier(0)
                .setConflict(0)
                .build());
        if (number != 0 && group.barrier(number).orElseThrow().getAnnounced() == 0) {
            new BarrierRemoval(group).remove(number);
            lookForPassers = true;
        }
    }

    /** A shard that leaves is not among those any more who went past. */
    void forgetPasses(DdlMemberRow member) {
        for (DdlBarrierRow barrier : group.barriers()) {
            if (barrier.getNumber() < member.getNextBarrier() && barrier.getPassed() > 0) {
                group.putBarrier(
                        barrier.toBuilder().setPassed(barrier.getPassed() - 1).build());
            }
        }
    }
}
