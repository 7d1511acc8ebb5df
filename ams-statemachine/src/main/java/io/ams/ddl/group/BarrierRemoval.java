package io.ams.ddl.group;

import io.ams.proto.DdlBarrierRow;
import io.ams.proto.DdlConflictRow;
import io.ams.proto.DdlMemberRow;
import io.ams.proto.DdlPendingRow;

/** Takes a barrier that nobody announces any more out of the middle: those behind it move up. */
final class BarrierRemoval {
    private final GroupDraft group;

    BarrierRemoval(GroupDraft group) {
        this.group = group;
    }

    void remove(long number) {
        long last = group.row().getNextBarrier() - 1;
        group.deleteBarrier(number);
        for (DdlBarrierRow barrier : group.barriers()) {
            if (barrier.getNumber() > number) {
                group.deleteBarrier(barrier.getNumber());
                group.putBarrier(
                        barrier.toBuilder().setNumber(barrier.getNumber() - 1).build());
                group.touch(GroupDraft.barrierMark(barrier.getNumber() - 1));
            }
        }
        for (DdlPendingRow pending : group.pendings()) {
            if (pending.getBarrier() > number) {
                group.putPending(
                        pending.toBuilder().setBarrier(pending.getBarrier() - 1).build());
            }
        }
        for (DdlMemberRow member : group.members()) {
            if (member.getNextBarrier() > number) {
                group.putMember(member.toBuilder()
                        .setNextBarrier(member.getNextBarrier() - 1)
                        .build());
            }
        }
        for (DdlConflictRow conflict : group.conflicts()) {
            if (conflict.getBarrier() > number) {
                group.putConflict(conflict.toBuilder()
                        .setBarrier(conflict.getBarrier() - 1)
                        .build());
            }
        }
        group.row().setNextBarrier(last);
    }
}
