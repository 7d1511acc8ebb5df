package io.ams.ddl.group;

import io.ams.proto.DdlDecided;
import io.ams.proto.DdlDecisionRow;
import io.ams.proto.DdlMemberRow;
import io.ams.proto.DdlPendingRow;
import io.ams.proto.TargetShape;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.Optional;

/** A group and what works on it, for the length of one command. */
final class Group {
    private final GroupDraft draft;
    private final boolean targetGone;
    private final Deciding deciding;
    private final Barriers barriers;
    private final Settling settling;

    private Group(GroupDraft draft, boolean targetGone) {
        this.draft = draft;
        this.targetGone = targetGone;
        this.deciding = new Deciding(draft);
        this.barriers = new Barriers(draft, deciding);
        this.settling = new Settling(draft, deciding, barriers);
    }

    /** The group, if there is one. */
    static Optional<Group> open(View view, LogPosition at, String name) {
        return GroupDraft.open(view, at, name)
                .map(draft -> new Group(
                        draft,
                        view.get(Columns.TABLES, draft.row().getTableUuid()).isEmpty()));
    }

    GroupDraft draft() {
        return draft;
    }

    Deciding deciding() {
        return deciding;
    }

    Barriers barriers() {
        return barriers;
    }

    Settling settling() {
        return settling;
    }

    static Outcome noGroup(String name) {
        return refuse(DdlRefusal.GROUP_NOT_FOUND, Coordination.noGroup(name));
    }

    static Outcome refuse(DdlRefusal refusal, String detail) {
        return new Outcome.Refused(refusal, detail);
    }

    /** Whether the table was dropped: then its schema cannot change, and nothing that waits can be decided. */
    boolean isTargetGone() {
        return targetGone;
    }

    /** Objects to a group whose table was dropped. */
    Outcome targetGone() {
        return refuse(
                DdlRefusal.TARGET_GONE,
                "the table of group '" + draft.name() + "', uuid " + draft.row().getTableUuid()
                        + ", was dropped; its shards can leave, and the group can be dropped");
    }

    Outcome noMember(String shard) {
        return refuse(DdlRefusal.MEMBER_NOT_FOUND, Coordination.noShard(draft.name(), shard));
    }

    /**
     * The command is accepted.
     *
     * @param schemaId id of the target's schema in force afterwards, if it is another one
     */
    Outcome done(int schemaId, DdlDecided.Builder reply) {
        Optional<TargetShape> shape = draft.newShape();
        int id = shape.isPresent() ? schemaId : draft.target().schemaId();
        ChangeSet changes = draft.changes(id);
        return new Outcome.Done(
                changes,
                reply.setGroupVersion(draft.row().getVersion()).setSchemaId(id).build(),
                shape);
    }

    /** An answer that changes nothing. */
    Outcome unchanged(DdlDecided.Builder reply) {
        if (reply.getSchemaId() == 0) {
            reply.setSchemaId(draft.target().schemaId());
        }
        return new Outcome.Done(
                ChangeSet.empty(),
                reply.setGroupVersion(draft.row().getVersion()).build(),
                Optional.empty());
    }

    /** The answer about this announcement, decided or not. */
    DdlDecided.Builder reply(String shard, long seq) {
        DdlMemberRow member = draft.member(shard).orElseThrow();
        DdlDecided.Builder reply = DdlDecided.newBuilder().setSeq(seq).setBindingEpoch(member.getBindingEpoch());
        Optional<DdlDecisionRow> decision = draft.decision(shard, seq);
        if (decision.isPresent()) {
            return reply.setVerdict(decision.get().getVerdict())
                    .addAllSteps(decision.get().getStepsList())
                    .addAllWarnings(decision.get().getWarningsList())
                    .setResolution(decision.get().getResolution())
                    .setSchemaId(decision.get().getSchemaId());
        }
        DdlPendingRow pending = draft.pending(shard, seq).orElseThrow();
        draft.conflict(pending.getConflict()).ifPresent(conflict -> reply.setClash(conflict.getClash()));
        return reply.setVerdict(pending.getVerdict())
                .setConflict(pending.getConflict())
                .addAllWarnings(pending.getWarningsList());
    }
}
