package io.ams.ddl.group;

import io.ams.proto.DdlAcknowledge;
import io.ams.proto.DdlDecided;
import io.ams.proto.DdlDecisionRow;
import io.ams.proto.DdlMemberRow;
import io.ams.proto.DdlMemberState;
import java.util.Optional;

/** A shard keeps decisions itself from now on; they are forgotten here. */
final class Acknowledging {
    private final Group group;

    Acknowledging(Group group) {
        this.group = group;
    }

    Outcome acknowledge(DdlAcknowledge command, int schemaId) {
        Optional<DdlMemberRow> member = group.draft().member(command.getShard());
        if (member.isEmpty() || member.get().getState() == DdlMemberState.MEMBER_LEFT) {
            return group.noMember(command.getShard());
        }
        if (command.getSeq() < 0 || command.getSeq() > member.get().getAnnounced()) {
            return Group.refuse(
                    DdlRefusal.MALFORMED,
                    "shard '" + command.getShard() + "' has announced up to number "
                            + member.get().getAnnounced() + " and cannot acknowledge " + command.getSeq());
        }
        DdlDecided.Builder reply = DdlDecided.newBuilder()
                .setSeq(command.getSeq())
                .setBindingEpoch(member.get().getBindingEpoch());
        return acknowledge(command.getShard(), command.getSeq())
                ? group.done(schemaId, reply)
                : group.unchanged(reply.setRepeated(true));
    }

    /** Forgets the decisions up to this number, if there are any; what is not decided stays. */
    boolean acknowledge(String shard, long seq) {
        DdlMemberRow member = group.draft().member(shard).orElseThrow();
        long until = Math.min(seq, member.getDecided());
        if (until <= member.getAcknowledged()) {
            return false;
        }
        for (DdlDecisionRow decision : group.draft().decisions(shard)) {
            if (decision.getSeq() <= until) {
                group.draft().deleteDecision(shard, decision.getSeq());
            }
        }
        group.draft().putMember(member.toBuilder().setAcknowledged(until).build());
        return true;
    }
}
