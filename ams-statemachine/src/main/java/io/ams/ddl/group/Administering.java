package io.ams.ddl.group;

import io.ams.ddl.TargetDraft;
import io.ams.ddl.TargetShapes;
import io.ams.proto.DdlDropPolicy;
import io.ams.proto.DdlGroupConfigure;
import io.ams.proto.DdlGroupCreate;
import io.ams.proto.DdlGroupRow;
import io.ams.proto.DdlMode;
import io.ams.proto.DdlPolicies;
import io.ams.proto.DdlReaddPolicy;
import io.ams.proto.DdlRenamePolicy;
import io.ams.proto.DdlTargetRow;
import io.ams.proto.TableRow;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.Optional;

/** Groups come, and take other modes and policies. */
public final class Administering {
    private static final String POLICIES_RULE =
            "policies are drop: delete or retain; rename: first, all or never; readd: conflict or generation";

    private Administering() {}

    /** What is done, or why not. */
    public sealed interface Result {
        /** Done; the group is at this version. */
        record Done(ChangeSet changes, long version) implements Result {}

        /** Not done. */
        record Refused(DdlRefusal refusal, String detail) implements Result {}
    }

    /** Makes a group of shards that feed the table; none has joined yet. */
    public static Result create(View view, LogPosition at, DdlGroupCreate command, DdlMode mode) {
        Optional<Result> objection = wrongName(view, command).or(() -> wrongTable(view, command));
        if (objection.isPresent()) {
            return objection.get();
        }
        DdlGroupRow group = DdlGroupRow.newBuilder()
                .setName(command.getGroup())
                .setTableUuid(command.getTableUuid())
                .setMode(mode)
                .setPolicies(whole(command.getPolicies()))
                .setVersion(1)
                .setHeadBarrier(1)
                .setNextBarrier(1)
                .setNextConflict(1)
                .setNextEvent(1)
                .setEpochBase(GroupDraft.pastEpoch(view))
                .setCreatedAtMillis(at.timeMillis())
                .setUpdatedAtMillis(at.timeMillis())
                .build();
        DdlTargetRow target = DdlTargetRow.newBuilder()
                .setGroup(command.getGroup())
                .setShape(TargetDraft.of(command.getShape()).shape())
                .build();
        return new Result.Done(
                ChangeSet.builder()
                        .put(Columns.DDL_GROUPS, command.getGroup(), group)
                        .put(Columns.DDL_TARGETS, command.getTableUuid(), target)
                        .build(),
                1);
    }

    private static Optional<Result> wrongName(View view, DdlGroupCreate command) {
        if (!Shards.isName(command.getGroup())) {
            return refuse(DdlRefusal.MALFORMED, Shards.RULE);
        }
        return view.get(Columns.DDL_GROUPS, command.getGroup()).isPresent()
                ? refuse(
                        DdlRefusal.GROUP_EXISTS,
                        "there is a group '" + command.getGroup()
                                + "' already; use it, drop it first, or choose another name")
                : Optional.empty();
    }

    private static Optional<Result> wrongTable(View view, DdlGroupCreate command) {
        Optional<TableRow> table = view.get(Columns.TABLES, command.getTableUuid());
        if (table.isEmpty()) {
            return refuse(DdlRefusal.TARGET_GONE, "there is no table with uuid " + command.getTableUuid());
        }
        Optional<DdlTargetRow> taken = view.get(Columns.DDL_TARGETS, command.getTableUuid());
        if (taken.isPresent()) {
            return refuse(
                    DdlRefusal.TARGET_TAKEN,
                    "group '" + taken.get().getGroup() + "' feeds that table; a table has one group");
        }
        if (table.get().getShapeVersion() != command.getShapeVersion()) {
            return refuse(
                    DdlRefusal.STALE_PLAN,
                    "the table's schema is that of version " + table.get().getShapeVersion() + ", not of "
                            + Long.toUnsignedString(command.getShapeVersion()));
        }
        if (!arePolicies(command.getPolicies())) {
            return refuse(DdlRefusal.MALFORMED, POLICIES_RULE);
        }
        return TargetShapes.complaint(command.getShape()).flatMap(wrong -> refuse(DdlRefusal.MALFORMED, wrong));
    }

    private static Optional<Result> refuse(DdlRefusal refusal, String detail) {
        return Optional.of(new Result.Refused(refusal, detail));
    }

    /** Gives the group another mode or other policies, while nothing waits. */
    public static Result configure(View view, LogPosition at, DdlGroupConfigure command) {
        Optional<Group> found = Group.open(view, at, command.getGroup());
        if (found.isEmpty()) {
            return new Result.Refused(DdlRefusal.GROUP_NOT_FOUND, Coordination.noGroup(command.getGroup()));
        }
        GroupDraft draft = found.get().draft();
        boolean sameMode =
                !command.hasMode() || command.getMode() == draft.row().getMode();
        DdlPolicies policies = whole(
                draft.policies().toBuilder().mergeFrom(command.getPolicies()).build());
        if (sameMode && policies.equals(whole(draft.policies()))) {
            return new Result.Done(ChangeSet.empty(), draft.row().getVersion());
        }
        if (command.hasMode() && !isMode(command.getMode())) {
            return new Result.Refused(
                    DdlRefusal.MALFORMED, "a mode is one of pessimistic, optimistic and strict-optimistic");
        }
        if (!arePolicies(policies)) {
            return new Result.Refused(DdlRefusal.MALFORMED, POLICIES_RULE);
        }
        if (draft.row().getPending() > 0) {
            return new Result.Refused(
                    DdlRefusal.PENDING,
                    draft.row().getPending() + " announcements of group '" + command.getGroup()
                            + "' are not decided; mode and policies can change when none is");
        }
        if (command.hasMode()) {
            draft.row().setMode(command.getMode());
        }
        draft.row().setPolicies(policies);
        draft.event("", "CONFIGURED", Modes.name(draft.row().getMode()));
        ChangeSet changes = draft.changes(draft.target().schemaId());
        return new Result.Done(changes, draft.row().getVersion());
    }

    /** With every one said. */
    private static DdlPolicies whole(DdlPolicies policies) {
        return DdlPolicies.newBuilder()
                .setDropValue(policies.getDropValue())
                .setRenameValue(policies.getRenameValue())
                .setReaddValue(policies.getReaddValue())
                .setDateToTimestamp(policies.getDateToTimestamp())
                .build();
    }

    private static boolean arePolicies(DdlPolicies policies) {
        return policies.getDrop() != DdlDropPolicy.UNRECOGNIZED
                && policies.getRename() != DdlRenamePolicy.UNRECOGNIZED
                && policies.getReadd() != DdlReaddPolicy.UNRECOGNIZED;
    }

    private static boolean isMode(DdlMode mode) {
        return !Modes.name(mode).isEmpty();
    }
}
