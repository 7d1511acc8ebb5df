package io.ams.ddl.group;

import io.ams.ddl.TargetDraft;
import io.ams.proto.DdlBarrierRow;
import io.ams.proto.DdlClash;
import io.ams.proto.DdlConflictRow;
import io.ams.proto.DdlDecisionRow;
import io.ams.proto.DdlEventRow;
import io.ams.proto.DdlGroupRow;
import io.ams.proto.DdlMemberRow;
import io.ams.proto.DdlMemberState;
import io.ams.proto.DdlPastRow;
import io.ams.proto.DdlPendingRow;
import io.ams.proto.DdlPolicies;
import io.ams.proto.DdlTargetRow;
import io.ams.proto.TargetShape;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** A group while one command works on it: its rows as they are to be, and the target as it is to be. For one thread. */
final class GroupDraft {
    private static final int EVENTS_KEPT = 200;

    private final LogPosition at;
    private final DdlGroupRow.Builder row;
    private final String name;
    private final TargetShape stored;
    private final RowDrafts<Keys.ShardKey, DdlMemberRow> members;
    private final RowDrafts<Keys.AnnouncementKey, DdlPendingRow> pendings;
    private final RowDrafts<Keys.AnnouncementKey, DdlDecisionRow> decisions;
    private final RowDrafts<Keys.GroupNumberKey, DdlBarrierRow> barriers;
    private final RowDrafts<Keys.GroupNumberKey, DdlConflictRow> conflicts;
    private final RowDrafts<Keys.GroupNumberKey, DdlEventRow> events;
    private final Set<String> touched;
    private TargetDraft target;
    private TargetShape saved;
    private boolean unsaved;

    private GroupDraft(View view, LogPosition at, DdlGroupRow row, DdlTargetRow target) {
        this.at = at;
        this.row = row.toBuilder();
        this.name = row.getName();
        this.members = new RowDrafts<>(view, Columns.DDL_MEMBERS);
        this.pendings = new RowDrafts<>(view, Columns.DDL_PENDING);
        this.decisions = new RowDrafts<>(view, Columns.DDL_DECISIONS);
        this.barriers = new RowDrafts<>(view, Columns.DDL_BARRIERS);
        this.conflicts = new RowDrafts<>(view, Columns.DDL_CONFLICTS);
        this.events = new RowDrafts<>(view, Columns.DDL_EVENTS);
        this.touched = new TreeSet<>(row.getTouchedList());
        this.stored = target.getShape();
        this.saved = stored;
        this.target = TargetDraft.of(saved);
    }

    /** The group, if there is one whose table's shape is known. */
    static Optional<GroupDraft> open(View view, LogPosition at, String group) {
        return view.get(Columns.DDL_GROUPS, group)
                .flatMap(row -> view.get(Columns.DDL_TARGETS, row.getTableUuid())
                        .map(target -> new GroupDraft(view, at, row, target)));
    }

    String name() {
        return name;
    }

    LogPosition at() {
        return at;
    }

    DdlGroupRow.Builder row() {
        return row;
    }

    DdlPolicies policies() {
        return row.getPolicies();
    }

    TargetDraft target() {
        return target;
    }

    /** What was done to the target since the last save stands, whatever is rolled back later. */
    void save() {
        if (unsaved) {
            saved = target.toMessage();
            unsaved = false;
        }
    }

    /** The target was changed for good. */
    void keepTarget() {
        touched.addAll(target.touched());
        unsaved = true;
    }

    /** The target is as it was at the last save. */
    void rollBack() {
        target = TargetDraft.of(saved);
    }

    /** Others changed the table. */
    void replaceTarget(TargetShape shape) {
        target = target.changedTo(shape);
        keepTarget();
    }

    /** What was touched since this was asked last. */
    Set<String> takeTouched() {
        Set<String> taken = new TreeSet<>(touched);
        touched.clear();
        return taken;
    }

    void touch(String mark) {
        touched.add(mark);
    }

    Optional<DdlMemberRow> member(String shard) {
        return members.get(new Keys.ShardKey(name, shard));
    }

    List<DdlMemberRow> members() {
        return members.in(Keys.ShardKey.of(name));
    }

    void putMember(DdlMemberRow member) {
        Optional<DdlMemberRow> before = member(member.getShard());
        count(before.map(DdlMemberRow::getState).orElse(DdlMemberState.MEMBER_LEFT), -1);
        count(member.getState(), 1);
        members.put(new Keys.ShardKey(name, member.getShard()), member);
    }

    private void count(DdlMemberState state, int by) {
        if (state != DdlMemberState.MEMBER_LEFT) {
            row.setMembers(row.getMembers() + by);
        }
        if (isCounted(state)) {
            row.setCounted(row.getCounted() + by);
        }
    }

    /** Whether barriers wait for a shard in this state. */
    static boolean isCounted(DdlMemberState state) {
        return state == DdlMemberState.MEMBER_ACTIVE
                || state == DdlMemberState.MEMBER_WAITING
                || state == DdlMemberState.MEMBER_BLOCKED;
    }

    /** What the shard announced and is not decided, in order. */
    List<DdlPendingRow> pendings(String shard) {
        return pendings.in(Keys.AnnouncementKey.of(name, shard));
    }

    /** The same of all shards, by shard. */
    List<DdlPendingRow> pendings() {
        return pendings.in(Keys.AnnouncementKey.of(name));
    }

    Optional<DdlPendingRow> pending(String shard, long seq) {
        return pendings.get(new Keys.AnnouncementKey(name, shard, seq));
    }

    void putPending(DdlPendingRow pending) {
        Keys.AnnouncementKey key = new Keys.AnnouncementKey(name, pending.getShard(), pending.getSeq());
        if (pendings.get(key).isEmpty()) {
            row.setPending(row.getPending() + 1);
        }
        pendings.put(key, pending);
    }

    void deletePending(DdlPendingRow pending) {
        row.setPending(row.getPending() - 1);
        pendings.delete(new Keys.AnnouncementKey(name, pending.getShard(), pending.getSeq()));
    }

    Optional<DdlDecisionRow> decision(String shard, long seq) {
        return decisions.get(new Keys.AnnouncementKey(name, shard, seq));
    }

    void putDecision(DdlDecisionRow decision) {
        decisions.put(new Keys.AnnouncementKey(name, decision.getShard(), decision.getSeq()), decision);
    }

    List<DdlDecisionRow> decisions(String shard) {
        return decisions.in(Keys.AnnouncementKey.of(name, shard));
    }

    void deleteDecision(String shard, long seq) {
        decisions.delete(new Keys.AnnouncementKey(name, shard, seq));
    }

    Optional<DdlBarrierRow> barrier(long number) {
        return barriers.get(new Keys.GroupNumberKey(name, number));
    }

    List<DdlBarrierRow> barriers() {
        return barriers.in(Keys.GroupNumberKey.of(name));
    }

    void putBarrier(DdlBarrierRow barrier) {
        barriers.put(new Keys.GroupNumberKey(name, barrier.getNumber()), barrier);
    }

    void deleteBarrier(long number) {
        barriers.delete(new Keys.GroupNumberKey(name, number));
        touch(barrierMark(number));
    }

    /** What a conflict depends on that is about a barrier. */
    static String barrierMark(long number) {
        return "b" + number;
    }

    List<DdlConflictRow> conflicts() {
        return conflicts.in(Keys.GroupNumberKey.of(name));
    }

    Optional<DdlConflictRow> conflict(long id) {
        return conflicts.get(new Keys.GroupNumberKey(name, id));
    }

    void putConflict(DdlConflictRow conflict) {
        conflicts.put(new Keys.GroupNumberKey(name, conflict.getId()), conflict);
    }

    /** Opens a conflict of this announcement and returns its id. */
    long openConflict(DdlPendingRow of, long barrier, DdlClash clash, Set<String> dependsOn) {
        long id = row.getNextConflict();
        row.setNextConflict(id + 1).setConflicts(row.getConflicts() + 1);
        putConflict(DdlConflictRow.newBuilder()
                .setId(id)
                .setShard(of.getShard())
                .setSeq(of.getSeq())
                .setBarrier(barrier)
                .setClash(clash)
                .addAllDependsOn(dependsOn)
                .setSinceMillis(at.timeMillis())
                .setSinceIndex(at.index())
                .build());
        event(of.getShard(), "CONFLICT", "announcement " + of.getSeq() + ": " + ConflictKinds.line(clash));
        return id;
    }

    void closeConflict(long id) {
        if (conflict(id).isPresent()) {
            conflicts.delete(new Keys.GroupNumberKey(name, id));
            row.setConflicts(row.getConflicts() - 1);
        }
    }

    /** Notes what happened; only the last ones are kept. */
    void event(String shard, String code, String detail) {
        long number = row.getNextEvent();
        row.setNextEvent(number + 1);
        events.put(
                new Keys.GroupNumberKey(name, number),
                DdlEventRow.newBuilder()
                        .setNumber(number)
                        .setShard(shard)
                        .setCode(code)
                        .setDetail(detail)
                        .setAtMillis(at.timeMillis())
                        .setGroupVersion(version())
                        .build());
        if (number > EVENTS_KEPT) {
            events.delete(new Keys.GroupNumberKey(name, number - EVENTS_KEPT));
        }
    }

    /** The version that the group has when the command is done. */
    long version() {
        return row.getVersion() + 1;
    }

    /** The target's shape if it is another one than before the command. */
    Optional<TargetShape> newShape() {
        if (target.hasShapeOf(stored)) {
            // The usual case: only who has what has changed.
            return Optional.empty();
        }
        TargetShape now = target.shape();
        return now.equals(TargetDraft.of(stored).shape()) ? Optional.empty() : Optional.of(now);
    }

    /**
     * Everything that is to be changed.
     *
     * @param schemaId of the target afterwards
     */
    ChangeSet changes(int schemaId) {
        ChangeSet.Builder changes = ChangeSet.builder();
        TargetShape shape = target.toMessage().toBuilder().setSchemaId(schemaId).build();
        row.setVersion(version())
                .setUpdatedAtMillis(at.timeMillis())
                .clearTouched()
                .addAllTouched(row.getConflicts() == 0 ? List.of() : touched);
        changes.put(Columns.DDL_GROUPS, name, row.build());
        if (!shape.equals(stored)) {
            changes.put(
                    Columns.DDL_TARGETS,
                    row.getTableUuid(),
                    DdlTargetRow.newBuilder().setGroup(name).setShape(shape).build());
        }
        for (DdlDecisionRow decision : decisions.changed()) {
            if (decision.getGroupVersion() == row.getVersion()) {
                putDecision(decision.toBuilder().setSchemaId(schemaId).build());
            }
        }
        members.addTo(changes);
        pendings.addTo(changes);
        decisions.addTo(changes);
        barriers.addTo(changes);
        conflicts.addTo(changes);
        events.addTo(changes);
        return changes.build();
    }

    /** The greatest epoch that bindings had in any group that was dropped. */
    static long pastEpoch(View view) {
        return view.get(Columns.DDL_PAST, Keys.Single.KEY)
                .map(DdlPastRow::getBindingEpoch)
                .orElse(0L);
    }

    /** Deletes every row of the group; the epochs that its shards had are over for good. */
    ChangeSet removal(View view) {
        ChangeSet.Builder changes =
                ChangeSet.builder().delete(Columns.DDL_GROUPS, name).delete(Columns.DDL_TARGETS, row.getTableUuid());
        long past = pastEpoch(view);
        long latest = past;
        for (DdlMemberRow member : members()) {
            latest = Math.max(latest, member.getBindingEpoch());
            changes.delete(Columns.DDL_MEMBERS, new Keys.ShardKey(name, member.getShard()));
        }
        if (latest > past) {
            changes.put(
                    Columns.DDL_PAST,
                    Keys.Single.KEY,
                    DdlPastRow.newBuilder().setBindingEpoch(latest).build());
        }
        pendings.keysIn(Keys.AnnouncementKey.of(name)).forEach(key -> changes.delete(Columns.DDL_PENDING, key));
        decisions.keysIn(Keys.AnnouncementKey.of(name)).forEach(key -> changes.delete(Columns.DDL_DECISIONS, key));
        barriers.keysIn(Keys.GroupNumberKey.of(name)).forEach(key -> changes.delete(Columns.DDL_BARRIERS, key));
        conflicts.keysIn(Keys.GroupNumberKey.of(name)).forEach(key -> changes.delete(Columns.DDL_CONFLICTS, key));
        events.keysIn(Keys.GroupNumberKey.of(name)).forEach(key -> changes.delete(Columns.DDL_EVENTS, key));
        return changes.build();
    }
}
