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
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Groups and shards as answers. */
public final class GroupViews {
    private GroupViews() {}

    /** Every group at one glance. */
    public static List<ShardGroupSummary> list(View view) {
        return Rows.values(view, Columns.DDL_GROUPS, KeyRange.all()).stream()
                .map(row -> summary(view, row, Waits.in(view, row.getName())))
                .toList();
    }

    private static ShardGroupSummary summary(View view, DdlGroupRow row, Waits waits) {
        OldestWaits oldest = OldestWaits.in(view, row.getName());
        return new ShardGroupSummary(
                row.getName(),
                view.get(Columns.TABLES, row.getTableUuid())
                        .map(table -> table.getCatalog() + "." + String.join(".", table.getLevelsList()) + "."
                                + table.getName())
                        .orElse(null),
                row.getTableUuid(),
                Modes.name(row.getMode()),
                row.getMembers(),
                waits.waiting(),
                waits.blocked(),
                row.getPending(),
                row.getConflicts(),
                row.getVersion(),
                oldest.barrier().orElse(null),
                oldest.conflict().orElse(null));
    }

    /**
     * Which shards of a group are wanted, and how much of them.
     *
     * @param after the shard that the page begins after; empty for the first page
     * @param limit the most shards on it
     * @param cells whether to say which fields each of them has
     */
    public record Page(Optional<String> after, int limit, boolean cells) {}

    /** One group with a page of its shards. */
    public static Optional<ShardGroupView> group(View view, String name, Page page) {
        return view.get(Columns.DDL_GROUPS, name).map(row -> group(view, row, page));
    }

    private static ShardGroupView group(View view, DdlGroupRow row, Page page) {
        String name = row.getName();
        TargetShape shape = shape(view, row);
        Waits waits = Waits.in(view, name);
        Optional<TargetDraft> target = page.cells() ? Optional.of(TargetDraft.of(shape)) : Optional.empty();
        List<DdlMemberRow> members = members(view, name, page.after(), page.limit() + 1);
        return new ShardGroupView(
                summary(view, row, waits),
                ViewParts.policies(row.getPolicies()),
                shape.getSchemaId(),
                shape.getFieldsList().stream().map(ViewParts::column).toList(),
                members.stream()
                        .limit(page.limit())
                        .map(member -> shard(member, waits, target))
                        .toList(),
                members.size() > page.limit() ? members.get(page.limit() - 1).getShard() : null,
                Rows.values(view, Columns.DDL_BARRIERS, Keys.GroupNumberKey.of(name)).stream()
                        .map(barrier -> barrier(barrier, waits))
                        .toList(),
                Rows.values(view, Columns.DDL_CONFLICTS, Keys.GroupNumberKey.of(name)).stream()
                        .map(ViewParts::conflict)
                        .toList(),
                Rows.values(view, Columns.DDL_EVENTS, Keys.GroupNumberKey.of(name)).stream()
                        .map(GroupViews::event)
                        .toList());
    }

    private static List<DdlMemberRow> members(View view, String group, Optional<String> after, int limit) {
        KeyRange all = Keys.ShardKey.of(group);
        KeyRange range = after.map(shard -> all.after(Columns.DDL_MEMBERS, new Keys.ShardKey(group, shard)))
                .orElse(all);
        return Rows.first(view, Columns.DDL_MEMBERS, range, limit).stream()
                .map(Map.Entry::getValue)
                .toList();
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

    private static BarrierView barrier(DdlBarrierRow row, Waits waits) {
        return new BarrierView(
                row.getNumber(),
                row.getFingerprint(),
                row.getFirstShard(),
                row.getAnnounced(),
                row.getPassed(),
                waits.came(row.getNumber()),
                waits.missing(row.getNumber()),
                row.getConflict() == 0 ? null : row.getConflict(),
                row.getSinceMillis());
    }

    private static ShardView shard(DdlMemberRow member, Waits waits, Optional<TargetDraft> target) {
        return new ShardView(
                member.getShard(),
                ViewParts.word(member.getState().name(), "MEMBER_"),
                member.getAnnounced(),
                member.getDecided(),
                member.getAcknowledged(),
                member.getPosition().isEmpty() ? null : member.getPosition(),
                member.getBindingEpoch(),
                waits.of(member.getShard()).stream()
                        .map(row -> ViewParts.pending(row, waits.missing(row.getBarrier())))
                        .toList(),
                waits.waitingFor(member),
                member.getJoinedAtMillis(),
                member.getSinceMillis(),
                target.map(draft -> BindingViews.cells(draft, ShardDraft.of(member.getSchema())))
                        .orElse(null));
    }

    public static boolean exists(View view, String group) {
        return view.get(Columns.DDL_GROUPS, group).isPresent();
    }

    /** Whether the shard is in the group, or was. */
    public static boolean exists(View view, String group, String shard) {
        return view.get(Columns.DDL_MEMBERS, new Keys.ShardKey(group, shard)).isPresent();
    }

    /** One shard with its schema and bindings. */
    public static Optional<ShardDetail> detail(View view, String groupName, String shard) {
        return withMember(view, groupName, shard, (group, member) -> {
            TargetShape shape = shape(view, group);
            BindingViews bindings = bindings(shape, member);
            return new ShardDetail(
                    shard(member, Waits.in(view, groupName), Optional.empty()),
                    OutgoingSchemas.schema(member.getSchema()),
                    shape.getSchemaId(),
                    bindings.columns(),
                    bindings.fills(),
                    conflictOf(view, groupName, shard));
        });
    }

    private static <T> Optional<T> withMember(
            View view, String groupName, String shard, BiFunction<DdlGroupRow, DdlMemberRow, T> show) {
        return view.get(Columns.DDL_GROUPS, groupName)
                .flatMap(group -> view.get(Columns.DDL_MEMBERS, new Keys.ShardKey(groupName, shard))
                        .map(member -> show.apply(group, member)));
    }

    private static BindingViews bindings(TargetShape shape, DdlMemberRow member) {
        return BindingViews.of(TargetDraft.of(shape), ShardDraft.of(member.getSchema()));
    }

    private static @Nullable Conflict conflictOf(View view, String group, String shard) {
        return Rows.values(view, Columns.DDL_CONFLICTS, Keys.GroupNumberKey.of(group)).stream()
                .filter(row -> row.getShard().equals(shard))
                .findFirst()
                .map(ViewParts::conflict)
                .orElse(null);
    }

    /**
     * What was decided, with the shard's bindings as they are now. Every announcement is answered so: other shards' rows, of which
     * there may be thousands, are not looked at.
     */
    public static Optional<Decision> decision(View view, String groupName, String shard, DdlDecided decided) {
        Keys.GroupNumberKey conflict = new Keys.GroupNumberKey(groupName, decided.getConflict());
        return withMember(
                view,
                groupName,
                shard,
                (group, member) -> ViewParts.decision(
                        member,
                        decided,
                        bindings(shape(view, group), member),
                        view.get(Columns.DDL_CONFLICTS, conflict).map(ViewParts::conflict)));
    }

    /** What became of an announcement: decided, or what it waits for. */
    public static Optional<Decision> announcement(View view, String group, String shard, long seq) {
        Keys.AnnouncementKey key = new Keys.AnnouncementKey(group, shard, seq);
        Optional<DdlDecided> found = view.get(Columns.DDL_DECISIONS, key)
                .map(GroupViews::decided)
                .or(() -> view.get(Columns.DDL_GROUPS, group)
                        .flatMap(
                                row -> view.get(Columns.DDL_PENDING, key).map(pending -> decided(view, row, pending))));
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

    /** The same as whoever announces it once more is told. */
    private static DdlDecided decided(View view, DdlGroupRow group, DdlPendingRow row) {
        DdlDecided.Builder decided = DdlDecided.newBuilder()
                .setSchemaId(shape(view, group).getSchemaId())
                .setGroupVersion(group.getVersion())
                .setSeq(row.getSeq())
                .setVerdict(row.getVerdict())
                .addAllWarnings(row.getWarningsList())
                .setConflict(row.getConflict())
                .setRepeated(true);
        Optional<DdlConflictRow> conflict =
                view.get(Columns.DDL_CONFLICTS, new Keys.GroupNumberKey(group.getName(), row.getConflict()));
        conflict.ifPresent(found -> decided.setClash(found.getClash()));
        return decided.build();
    }
}
