package io.ams.web.ddl;

import io.ams.ddl.ShardDraft;
import io.ams.ddl.TargetDraft;
import io.ams.ddl.group.Modes;
import io.ams.ddl.protocol.BarrierView;
import io.ams.ddl.protocol.Conflict;
import io.ams.ddl.protocol.Decision;
import io.ams.ddl.protocol.GroupEvent;
import io.ams.ddl.protocol.ShardDetail;
import io.ams.ddl.protocol.ShardGroupSummary;
import io.ams.ddl.protocol.ShardGroupView;
import io.ams.ddl.protocol.ShardView;
import io.ams.proto.DdlBarrierRow;
import io.ams.proto.DdlConflictRow;
import io.ams.proto.DdlDecided;
import io.ams.proto.DdlDecisionRow;
import io.ams.proto.DdlEventRow;
import io.ams.proto.DdlGroupRow;
import io.ams.proto.DdlMemberRow;
import io.ams.proto.DdlMemberState;
import io.ams.proto.DdlPendingRow;
import io.ams.proto.DdlTargetRow;
import io.ams.proto.TargetShape;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.Keys;
import io.ams.state.Rows;
import io.ams.state.View;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Groups and shards as answers. */
public final class GroupViews {
    /** How many shards are named among those that are waited for. */
    private static final int MOST_NAMED = 100;

    private GroupViews() {}

    /** Every group at one glance. */
    public static List<ShardGroupSummary> list(View view, long nowMillis) {
        return Rows.values(view, Columns.DDL_GROUPS, KeyRange.all()).stream()
                .map(row -> summary(view, row, nowMillis))
                .toList();
    }

    private static ShardGroupSummary summary(View view, DdlGroupRow row, long nowMillis) {
        int blocked = 0;
        int waiting = 0;
        if (row.getPending() > 0) {
            for (DdlMemberRow member : members(view, row.getName())) {
                blocked += member.getState() == DdlMemberState.MEMBER_BLOCKED ? 1 : 0;
                waiting += member.getState() == DdlMemberState.MEMBER_WAITING ? 1 : 0;
            }
        }
        List<Map.Entry<Keys.GroupNumberKey, DdlBarrierRow>> oldest =
                Rows.first(view, Columns.DDL_BARRIERS, Keys.GroupNumberKey.of(row.getName()), 1);
        return new ShardGroupSummary(
                row.getName(),
                view.get(Columns.TABLES, row.getTableUuid())
                        .map(table -> table.getCatalog() + "." + String.join(".", table.getLevelsList()) + "."
                                + table.getName())
                        .orElse(null),
                row.getTableUuid(),
                Modes.name(row.getMode()),
                row.getMembers(),
                waiting,
                blocked,
                row.getPending(),
                row.getConflicts(),
                row.getVersion(),
                oldest.isEmpty()
                        ? null
                        : Math.max(0, nowMillis - oldest.get(0).getValue().getSinceMillis()));
    }

    private static List<DdlMemberRow> members(View view, String group) {
        return Rows.values(view, Columns.DDL_MEMBERS, Keys.ShardKey.of(group));
    }

    /** One group, with at most so many of its shards, beginning after the one named. */
    public static Optional<ShardGroupView> group(
            View view, String name, Optional<String> after, int limit, long nowMillis) {
        return view.get(Columns.DDL_GROUPS, name).map(row -> {
            TargetShape shape = shape(view, row);
            KeyRange all = Keys.ShardKey.of(name);
            KeyRange range = after.map(shard -> all.after(Columns.DDL_MEMBERS, new Keys.ShardKey(name, shard)))
                    .orElse(all);
            List<DdlMemberRow> page = Rows.first(view, Columns.DDL_MEMBERS, range, limit + 1).stream()
                    .map(Map.Entry::getValue)
                    .toList();
            List<ShardView> shards = page.stream()
                    .limit(limit)
                    .map(member -> shard(view, row, member))
                    .toList();
            return new ShardGroupView(
                    summary(view, row, nowMillis),
                    ViewParts.policies(row.getPolicies()),
                    shape.getSchemaId(),
                    shape.getFieldsList().stream().map(ViewParts::column).toList(),
                    shards,
                    page.size() > limit ? page.get(limit - 1).getShard() : null,
                    Rows.values(view, Columns.DDL_BARRIERS, Keys.GroupNumberKey.of(name)).stream()
                            .map(barrier -> barrier(view, name, barrier))
                            .toList(),
                    Rows.values(view, Columns.DDL_CONFLICTS, Keys.GroupNumberKey.of(name)).stream()
                            .map(ViewParts::conflict)
                            .toList(),
                    Rows.values(view, Columns.DDL_EVENTS, Keys.GroupNumberKey.of(name)).stream()
                            .map(GroupViews::event)
                            .toList());
        });
    }

    private static TargetShape shape(View view, DdlGroupRow group) {
        return view.get(Columns.DDL_TARGETS, group.getTableUuid())
                .map(DdlTargetRow::getShape)
                .orElse(TargetShape.getDefaultInstance());
    }

    private static GroupEvent event(DdlEventRow row) {
        return new GroupEvent(
                row.getNumber(),
                row.getShard().isEmpty() ? null : row.getShard(),
                row.getCode(),
                row.getDetail(),
                row.getAtMillis());
    }

    private static BarrierView barrier(View view, String group, DdlBarrierRow row) {
        return new BarrierView(
                row.getNumber(),
                row.getFingerprint(),
                row.getFirstShard(),
                row.getAnnounced(),
                row.getPassed(),
                missing(view, group, row.getNumber()),
                row.getConflict() == 0 ? null : row.getConflict(),
                row.getSinceMillis());
    }

    /** The shards that have not come to the barrier. */
    private static List<String> missing(View view, String group, long barrier) {
        return members(view, group).stream()
                .filter(member -> isWaitedFor(member.getState()) && member.getNextBarrier() <= barrier)
                .limit(MOST_NAMED)
                .map(DdlMemberRow::getShard)
                .toList();
    }

    private static boolean isWaitedFor(DdlMemberState state) {
        return state == DdlMemberState.MEMBER_ACTIVE
                || state == DdlMemberState.MEMBER_WAITING
                || state == DdlMemberState.MEMBER_BLOCKED;
    }

    private static ShardView shard(View view, DdlGroupRow group, DdlMemberRow member) {
        List<DdlPendingRow> pendings =
                Rows.values(view, Columns.DDL_PENDING, Keys.AnnouncementKey.of(group.getName(), member.getShard()));
        return new ShardView(
                member.getShard(),
                ViewParts.word(member.getState().name(), "MEMBER_"),
                member.getAnnounced(),
                member.getDecided(),
                member.getAcknowledged(),
                member.getPosition().isEmpty() ? null : member.getPosition(),
                member.getBindingEpoch(),
                pendings.stream()
                        .map(row -> ViewParts.pending(
                                row,
                                row.getBarrier() == 0 ? List.of() : missing(view, group.getName(), row.getBarrier())))
                        .toList(),
                waitingFor(view, group.getName(), pendings),
                member.getJoinedAtMillis(),
                member.getSinceMillis());
    }

    private static @Nullable String waitingFor(View view, String group, List<DdlPendingRow> pendings) {
        if (pendings.isEmpty()) {
            return null;
        }
        DdlPendingRow first = pendings.get(0);
        if (first.getConflict() != 0) {
            return "somebody to resolve conflict " + first.getConflict();
        }
        Optional<DdlBarrierRow> barrier =
                view.get(Columns.DDL_BARRIERS, new Keys.GroupNumberKey(group, first.getBarrier()));
        if (barrier.isPresent() && barrier.get().getConflict() != 0) {
            return "somebody to resolve conflict " + barrier.get().getConflict();
        }
        return "shards " + String.join(", ", missing(view, group, first.getBarrier()));
    }

    /** One shard with its schema and bindings. */
    public static Optional<ShardDetail> detail(View view, String groupName, String shard) {
        return view.get(Columns.DDL_GROUPS, groupName)
                .flatMap(group -> view.get(Columns.DDL_MEMBERS, new Keys.ShardKey(groupName, shard))
                        .map(member -> {
                            TargetShape shape = shape(view, group);
                            BindingViews bindings =
                                    BindingViews.of(TargetDraft.of(shape), ShardDraft.of(member.getSchema()));
                            return new ShardDetail(
                                    shard(view, group, member),
                                    OutgoingSchemas.schema(member.getSchema()),
                                    shape.getSchemaId(),
                                    bindings.columns(),
                                    bindings.fills(),
                                    conflictOf(view, groupName, shard));
                        }));
    }

    private static @Nullable Conflict conflictOf(View view, String group, String shard) {
        return Rows.values(view, Columns.DDL_CONFLICTS, Keys.GroupNumberKey.of(group)).stream()
                .filter(row -> row.getShard().equals(shard))
                .findFirst()
                .map(ViewParts::conflict)
                .orElse(null);
    }

    /** What was decided, with the shard's bindings as they are now. */
    public static Optional<Decision> decision(View view, String group, String shard, DdlDecided decided) {
        return detail(view, group, shard)
                .map(detail -> ViewParts.decision(shard, decided, detail, Optional.ofNullable(detail.conflict())));
    }

    /** What became of an announcement: decided, or what it waits for. */
    public static Optional<Decision> announcement(View view, String group, String shard, long seq) {
        Keys.AnnouncementKey key = new Keys.AnnouncementKey(group, shard, seq);
        Optional<DdlDecided> found = view.get(Columns.DDL_DECISIONS, key)
                .map(GroupViews::decided)
                .or(() -> view.get(Columns.DDL_PENDING, key).map(row -> decided(view, group, row)));
        return found.flatMap(decided -> decision(view, group, shard, decided));
    }

    private static DdlDecided decided(DdlDecisionRow row) {
        return DdlDecided.newBuilder()
                .setSeq(row.getSeq())
                .setVerdict(row.getVerdict())
                .addAllSteps(row.getStepsList())
                .addAllWarnings(row.getWarningsList())
                .setResolution(row.getResolution())
                .setSchemaId(row.getSchemaId())
                .setGroupVersion(row.getGroupVersion())
                .setRepeated(true)
                .build();
    }

    private static DdlDecided decided(View view, String group, DdlPendingRow row) {
        DdlDecided.Builder decided = DdlDecided.newBuilder()
                .setSeq(row.getSeq())
                .setVerdict(row.getVerdict())
                .addAllWarnings(row.getWarningsList())
                .setConflict(row.getConflict())
                .setRepeated(true);
        Optional<DdlConflictRow> conflict =
                view.get(Columns.DDL_CONFLICTS, new Keys.GroupNumberKey(group, row.getConflict()));
        conflict.ifPresent(found -> decided.setClash(found.getClash()));
        return decided.build();
    }
}
