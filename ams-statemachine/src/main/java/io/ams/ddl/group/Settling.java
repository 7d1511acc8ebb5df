package io.ams.ddl.group;

import io.ams.proto.DdlConflictRow;
import io.ams.proto.DdlMemberRow;
import io.ams.proto.DdlMemberState;
import io.ams.proto.DdlMode;
import io.ams.proto.DdlPendingRow;
import io.ams.proto.DdlVerb;
import io.ams.proto.DdlVerdict;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Moves on whatever can move: announcements that stood behind another, conflicts that depend on something that changed, oldest
 * first, and barriers that nobody is missing at. Ends when nothing changes any more.
 */
final class Settling {
    private final GroupDraft group;
    private final Deciding deciding;
    private final Barriers barriers;

    Settling(GroupDraft group, Deciding deciding, Barriers barriers) {
        this.group = group;
        this.deciding = deciding;
        this.barriers = barriers;
    }

    void settle() {
        boolean moved = true;
        while (moved) {
            Set<String> touched = group.takeTouched();
            moved = retryConflicts(touched);
            moved |= passFirst(false);
        }
    }

    private boolean passFirst(boolean conflictMayBeOver) {
        List<DdlPendingRow> decided = barriers.passFirst(conflictMayBeOver);
        decided.forEach(announcement -> advance(announcement.getShard()));
        return !decided.isEmpty();
    }

    /** The oldest that may be over is tried first, whichever became so last. */
    private boolean retryConflicts(Set<String> touched) {
        boolean moved = false;
        NavigableSet<Long> due = dependingOn(touched);
        while (!due.isEmpty()) {
            Optional<DdlConflictRow> conflict = group.conflict(due.pollFirst());
            if (conflict.isPresent() && retry(conflict.get())) {
                moved = true;
                due.addAll(dependingOn(group.takeTouched()));
            }
        }
        return moved;
    }

    private NavigableSet<Long> dependingOn(Set<String> touched) {
        NavigableSet<Long> ids = new TreeSet<>();
        if (!touched.isEmpty() && group.row().getConflicts() > 0) {
            for (DdlConflictRow conflict : group.conflicts()) {
                if (!Collections.disjoint(conflict.getDependsOnList(), touched)) {
                    ids.add(conflict.getId());
                }
            }
        }
        return ids;
    }

    private boolean retry(DdlConflictRow conflict) {
        return conflict.getBarrier() == 0 ? retryBlocked(conflict) : retryBarrier(conflict.getBarrier());
    }

    private boolean retryBarrier(long number) {
        return number == group.row().getHeadBarrier() && passFirst(true);
    }

    private boolean retryBlocked(DdlConflictRow conflict) {
        DdlPendingRow blocked =
                group.pending(conflict.getShard(), conflict.getSeq()).orElseThrow();
        route(blocked);
        Optional<DdlPendingRow> after = group.pending(conflict.getShard(), conflict.getSeq());
        boolean moved = after.isEmpty() || after.get().getVerdict() != DdlVerdict.VERDICT_BLOCKED;
        advance(conflict.getShard());
        return moved;
    }

    /** Decides what the shard announced behind an announcement that is decided now, as far as that goes. */
    void advance(String shard) {
        for (DdlPendingRow announcement : group.pendings(shard)) {
            Optional<DdlPendingRow> before = group.pending(shard, announcement.getSeq());
            if (before.isPresent() && before.get().getVerdict() == DdlVerdict.VERDICT_QUEUED) {
                route(before.get());
            }
            Optional<DdlPendingRow> after = group.pending(shard, announcement.getSeq());
            if (after.isPresent() && after.get().getVerdict() != DdlVerdict.VERDICT_WAITING) {
                break;
            }
        }
        deciding.restate(shard);
    }

    /** Decides the announcement, blocks its shard with it, or has it wait; all before it are decided or wait. */
    private void route(DdlPendingRow announcement) {
        DdlMemberRow member = group.member(announcement.getShard()).orElseThrow();
        boolean pessimistic =
                group.row().getMode() == DdlMode.PESSIMISTIC && member.getState() != DdlMemberState.MEMBER_LOADING;
        if (pessimistic) {
            barriers.enter(announcement);
            return;
        }
        deciding.decide(announcement, Deciding.manner(member), DdlVerb.DDL_VERB_UNSPECIFIED)
                .ifPresent(found -> deciding.block(announcement, found));
    }
}
