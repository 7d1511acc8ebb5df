package io.ams.ddl.group;

import io.ams.proto.DdlBarrierRow;
import io.ams.proto.DdlConflictRow;
import io.ams.proto.DdlDecided;
import io.ams.proto.DdlDecisionRow;
import io.ams.proto.DdlMemberRow;
import io.ams.proto.DdlMemberState;
import io.ams.proto.DdlPendingRow;
import io.ams.proto.DdlRebind;
import io.ams.proto.DdlVerdict;
import java.util.Optional;

/** A shard's table was renamed: everything of it goes on under the new name. */
final class Rebinding {
    private final GroupDraft draft;
    private final Group group;
    private final DdlRebind command;

    Rebinding(Group group, DdlRebind command) {
        this.group = group;
        this.draft = group.draft();
        this.command = command;
    }

    Outcome rebind() {
        Optional<DdlMemberRow> found = draft.member(command.getShard());
        if (!Shards.isName(command.getNewShard())) {
            return Group.refuse(DdlRefusal.MALFORMED, Shards.RULE);
        }
        if (found.isEmpty() || found.get().getState() == DdlMemberState.MEMBER_LEFT) {
            return group.noMember(command.getShard());
        }
        Optional<DdlMemberRow> taken = draft.member(command.getNewShard());
        if (taken.isPresent() && taken.get().getState() != DdlMemberState.MEMBER_LEFT) {
            return Group.refuse(
                    DdlRefusal.MEMBER_EXISTS,
                    "shard '" + command.getNewShard() + "' is in group '" + draft.name() + "' already");
        }
        DdlMemberRow member = found.get();
        long epoch = Math.max(
                        member.getBindingEpoch(),
                        taken.map(DdlMemberRow::getBindingEpoch).orElse(0L))
                + 1;
        moveRows();
        draft.putMember(gone(member));
        draft.putMember(member.toBuilder()
                .setShard(command.getNewShard())
                .setBindingEpoch(epoch)
                .build());
        draft.event(command.getNewShard(), "REBOUND", "it was '" + command.getShard() + "'");
        return group.done(
                0,
                DdlDecided.newBuilder()
                        .setVerdict(DdlVerdict.VERDICT_APPLIED)
                        .setSeq(member.getAnnounced())
                        .setBindingEpoch(epoch));
    }

    /** What stays of the old name: its epoch, so that a shard that comes under it later has another than every writer of before. */
    private DdlMemberRow gone(DdlMemberRow member) {
        return DdlMemberRow.newBuilder()
                .setGroup(member.getGroup())
                .setShard(member.getShard())
                .setState(DdlMemberState.MEMBER_LEFT)
                .setBindingEpoch(member.getBindingEpoch() + 1)
                .setJoinedAtMillis(member.getJoinedAtMillis())
                .setSinceMillis(draft.at().timeMillis())
                .setSinceIndex(draft.at().index())
                .build();
    }

    private void moveRows() {
        for (DdlPendingRow pending : draft.pendings(command.getShard())) {
            draft.deletePending(pending);
            draft.putPending(pending.toBuilder().setShard(command.getNewShard()).build());
        }
        for (DdlDecisionRow decision : draft.decisions(command.getShard())) {
            draft.deleteDecision(command.getShard(), decision.getSeq());
            draft.putDecision(
                    decision.toBuilder().setShard(command.getNewShard()).build());
        }
        for (DdlConflictRow conflict : draft.conflicts()) {
            if (conflict.getShard().equals(command.getShard())) {
                draft.putConflict(
                        conflict.toBuilder().setShard(command.getNewShard()).build());
            }
        }
        for (DdlBarrierRow barrier : draft.barriers()) {
            if (barrier.getFirstShard().equals(command.getShard())) {
                draft.putBarrier(
                        barrier.toBuilder().setFirstShard(command.getNewShard()).build());
            }
        }
    }
}
