package io.ams.ddl.group;

import io.ams.ddl.Checked;
import io.ams.ddl.Manner;
import io.ams.ddl.Merge;
import io.ams.ddl.SchemaDiff;
import io.ams.ddl.ShardDraft;
import io.ams.ddl.ShardSchemas;
import io.ams.proto.DdlClash;
import io.ams.proto.DdlDecided;
import io.ams.proto.DdlDecisionRow;
import io.ams.proto.DdlJoin;
import io.ams.proto.DdlMemberRow;
import io.ams.proto.DdlMemberState;
import io.ams.proto.DdlVerdict;
import io.ams.proto.ShardSchema;
import java.util.List;
import java.util.Optional;

/**
 * A shard joins with the schema that it has. It is bound to the target as if it had added every column, with no rows from before.
 * While it is loading, what it announces is its initial schema still; it joins once more when it begins to stream.
 */
final class Joining {
    private final Group group;
    private final GroupDraft draft;
    private final DdlJoin command;

    Joining(Group group, DdlJoin command) {
        this.group = group;
        this.draft = group.draft();
        this.command = command;
    }

    Outcome join(int schemaId) {
        if (!Shards.isName(command.getShard()) || command.getAnnounced() < 0) {
            return Group.refuse(DdlRefusal.MALFORMED, Shards.RULE);
        }
        Checked<ShardSchema> checked = ShardSchemas.check(command.getSchema());
        if (checked instanceof Checked.Invalid<ShardSchema> invalid) {
            return Group.refuse(DdlRefusal.MALFORMED, invalid.complaint());
        }
        ShardSchema schema = ((Checked.Valid<ShardSchema>) checked).value();
        Optional<DdlMemberRow> known = draft.member(command.getShard());
        boolean there = known.isPresent() && known.get().getState() != DdlMemberState.MEMBER_LEFT;
        if (there) {
            return joinAgain(known.get(), schema, schemaId);
        }
        return schema.getColumnsCount() == 0
                ? Group.refuse(DdlRefusal.MALFORMED, "a shard joins with the schema it has: at least one column")
                : joinNew(known, schema, schemaId);
    }

    private Outcome joinAgain(DdlMemberRow member, ShardSchema schema, int schemaId) {
        boolean same = schema.getColumnsCount() == 0 || SchemaDiff.isSame(member.getSchema(), schema);
        boolean starts = member.getState() == DdlMemberState.MEMBER_LOADING && !command.getLoading();
        DdlDecided.Builder reply = DdlDecided.newBuilder()
                .setVerdict(DdlVerdict.VERDICT_APPLIED)
                .setSeq(member.getAnnounced())
                .setBindingEpoch(member.getBindingEpoch());
        if (!same || (command.getLoading() && !starts && member.getState() != DdlMemberState.MEMBER_LOADING)) {
            return Group.refuse(
                    DdlRefusal.MEMBER_EXISTS,
                    "shard '" + command.getShard() + "' is in group '" + draft.name()
                            + "' with another schema or is streaming already; set its schema, or have it leave first");
        }
        if (!starts) {
            return group.unchanged(reply.setRepeated(true));
        }
        boolean blocked = !draft.pendings(member.getShard()).isEmpty();
        draft.putMember(member.toBuilder()
                .setState(blocked ? DdlMemberState.MEMBER_BLOCKED : DdlMemberState.MEMBER_ACTIVE)
                .setNextBarrier(draft.row().getHeadBarrier())
                .setSinceMillis(draft.at().timeMillis())
                .setSinceIndex(draft.at().index())
                .build());
        draft.event(member.getShard(), "STREAMING", "its initial schema is complete");
        settle();
        return group.done(schemaId, reply);
    }

    private void settle() {
        group.barriers().lookForPassers();
        group.settling().settle();
    }

    private Outcome joinNew(Optional<DdlMemberRow> left, ShardSchema schema, int schemaId) {
        ShardDraft shard = ShardDraft.of(schema);
        Manner manner = command.getSkipConflicts() ? Manner.INITIAL.on(Manner.OnConflict.SKIP) : Manner.INITIAL;
        List<Integer> released = left.map(DdlMemberRow::getReleasedIdsList).orElse(List.of());
        Merge merge = new Merge(draft.target(), shard, released, draft.policies(), manner).binding();
        if (merge.clash().isPresent()) {
            return refuse(merge.clash().get());
        }
        draft.keepTarget();
        for (DdlDecisionRow old : draft.decisions(command.getShard())) {
            draft.deleteDecision(command.getShard(), old.getSeq());
        }
        DdlMemberRow member = newcomer(left, shard, merge);
        draft.putMember(member);
        draft.event(member.getShard(), "JOINED", member.getSchema().getColumnsCount() + " columns");
        merge.warnings()
                .forEach(warning -> draft.event(
                        member.getShard(), warning.getCode(), warning.getColumn() + ": " + warning.getDetail()));
        settle();
        return group.done(
                schemaId,
                DdlDecided.newBuilder()
                        .setVerdict(DdlVerdict.VERDICT_APPLIED)
                        .addAllSteps(merge.steps())
                        .addAllWarnings(merge.warnings())
                        .setSeq(command.getAnnounced())
                        .setBindingEpoch(member.getBindingEpoch()));
    }

    private static Outcome refuse(DdlClash clash) {
        return Group.refuse(
                DdlRefusal.JOIN_CONFLICT,
                ConflictKinds.name(clash.getKind()) + ": the shard has " + clash.getShardSide() + ", the target "
                        + clash.getTargetSide() + "; " + clash.getDetail()
                        + "; change the shard, or join with its conflicts skipped");
    }

    private DdlMemberRow newcomer(Optional<DdlMemberRow> left, ShardDraft shard, Merge merge) {
        return DdlMemberRow.newBuilder()
                .setGroup(draft.name())
                .setShard(command.getShard())
                .setState(command.getLoading() ? DdlMemberState.MEMBER_LOADING : DdlMemberState.MEMBER_ACTIVE)
                .setSchema(shard.toMessage())
                .setAnnounced(command.getAnnounced())
                .setDecided(command.getAnnounced())
                .setAcknowledged(command.getAnnounced())
                .setPosition(command.getPosition())
                .setBindingEpoch(left.map(DdlMemberRow::getBindingEpoch)
                                .orElse(draft.row().getEpochBase())
                        + 1)
                .addAllReleasedIds(merge.released())
                .setNextBarrier(draft.row().getHeadBarrier())
                .setJoinedAtMillis(draft.at().timeMillis())
                .setSinceMillis(draft.at().timeMillis())
                .setSinceIndex(draft.at().index())
                .build();
    }
}
