package io.ams.ddl.group;

import io.ams.ddl.Manner;
import io.ams.ddl.Merge;
import io.ams.ddl.ShardDraft;
import io.ams.proto.DdlDecided;
import io.ams.proto.DdlDecisionRow;
import io.ams.proto.DdlMemberRow;
import io.ams.proto.DdlMemberState;
import io.ams.proto.DdlPendingRow;
import io.ams.proto.DdlVerdict;
import java.util.Optional;

/**
 * A shard leaves: nobody waits for it any more, what it announced and was not decided is forgotten, and columns that only it still
 * had after others dropped them go.
 */
final class Leaving {
    private final Group group;
    private final GroupDraft draft;

    Leaving(Group group) {
        this.group = group;
        this.draft = group.draft();
    }

    Outcome leave(String shard, int schemaId) {
        Optional<DdlMemberRow> found = draft.member(shard);
        if (found.isEmpty()) {
            return group.noMember(shard);
        }
        DdlDecided.Builder reply = DdlDecided.newBuilder().setVerdict(DdlVerdict.VERDICT_APPLIED);
        if (found.get().getState() == DdlMemberState.MEMBER_LEFT) {
            return group.unchanged(
                    reply.setRepeated(true).setBindingEpoch(found.get().getBindingEpoch()));
        }
        group.barriers().withdraw(shard);
        forgetAnnouncements(shard);
        DdlMemberRow member = draft.member(shard).orElseThrow();
        if (GroupDraft.isCounted(member.getState())) {
            group.barriers().forgetPasses(member);
        }
        ShardDraft schema = ShardDraft.of(member.getSchema());
        Manner manner = group.isTargetGone() ? Manner.LOCAL : Manner.ANNOUNCED;
        Merge merge =
                new Merge(draft.target(), schema, member.getReleasedIdsList(), draft.policies(), manner).leaving();
        draft.keepTarget();
        DdlMemberRow gone = member.toBuilder()
                .setState(DdlMemberState.MEMBER_LEFT)
                .setSchema(schema.toMessage())
                .clearReleasedIds()
                .addAllReleasedIds(merge.released())
                .setBindingEpoch(member.getBindingEpoch() + 1)
                .setNextBarrier(0)
                .setSinceMillis(draft.at().timeMillis())
                .setSinceIndex(draft.at().index())
                .build();
        draft.putMember(gone);
        draft.event(shard, "LEFT", "");
        if (!group.isTargetGone()) {
            group.settling().settle();
        }
        return group.done(schemaId, reply.setBindingEpoch(gone.getBindingEpoch()));
    }

    private void forgetAnnouncements(String shard) {
        for (DdlPendingRow pending : draft.pendings(shard)) {
            draft.deletePending(pending);
        }
        for (DdlDecisionRow decision : draft.decisions(shard)) {
            draft.deleteDecision(shard, decision.getSeq());
        }
    }
}
