package io.ams.testkit.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.ddl.ColumnType;
import io.ams.ddl.Manner;
import io.ams.ddl.Merge;
import io.ams.ddl.ShardDraft;
import io.ams.ddl.ShardSchemas;
import io.ams.ddl.TargetDraft;
import io.ams.ddl.TargetShapes;
import io.ams.ddl.TypeOrder;
import io.ams.proto.DdlBarrierRow;
import io.ams.proto.DdlConflictKind;
import io.ams.proto.DdlConflictRow;
import io.ams.proto.DdlGroupRow;
import io.ams.proto.DdlMemberRow;
import io.ams.proto.DdlMemberState;
import io.ams.proto.DdlMode;
import io.ams.proto.DdlPendingRow;
import io.ams.proto.DdlVerdict;
import io.ams.proto.ShardColumn;
import io.ams.proto.Tally;
import io.ams.proto.TargetField;
import io.ams.proto.TargetShape;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.Rows;
import io.ams.state.View;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What holds of a group's rows after every command, whatever shards, operators and users of the table do. */
final class GroupInvariants {
    private static final TypeOrder LARGEST_ORDER = new TypeOrder(true);

    private final DdlGroupRow group;
    private final TargetShape target;
    private final Map<Integer, TargetField> fields = new TreeMap<>();
    private final List<DdlMemberRow> members;
    private final List<DdlPendingRow> pendings;
    private final List<DdlBarrierRow> barriers;
    private final List<DdlConflictRow> conflicts;

    private GroupInvariants(View view, String name) {
        group = view.get(Columns.DDL_GROUPS, name).orElseThrow();
        target = view.get(Columns.DDL_TARGETS, group.getTableUuid())
                .orElseThrow()
                .getShape();
        members = Rows.values(view, Columns.DDL_MEMBERS, Keys.ShardKey.of(name));
        pendings = Rows.values(view, Columns.DDL_PENDING, Keys.AnnouncementKey.of(name));
        barriers = Rows.values(view, Columns.DDL_BARRIERS, Keys.GroupNumberKey.of(name));
        conflicts = Rows.values(view, Columns.DDL_CONFLICTS, Keys.GroupNumberKey.of(name));
        target.getFieldsList().forEach(this::index);
    }

    private void index(TargetField field) {
        fields.put(field.getId(), field);
        field.getChildrenList().forEach(this::index);
    }

    /** Reads the group and asserts all that holds at any time. */
    static GroupInvariants check(View view, String name) {
        GroupInvariants read = new GroupInvariants(view, name);
        read.checkCounts();
        read.checkBindings();
        read.checkTallies();
        read.checkNames(read.target.getFieldsList());
        assertThat(TargetShapes.complaint(read.target))
                .as("what is wrong with the target")
                .isEmpty();
        read.checkKey();
        read.checkQueues();
        read.checkBarriers();
        read.checkConflicts();
        return read;
    }

    /** Asserts what holds between an earlier reading and this one. */
    void checkSince(GroupInvariants before) {
        for (TargetField old : before.fields.values()) {
            TargetField now = fields.get(old.getId());
            if (now != null) {
                ColumnType type = type(now.getType());
                assertThat(LARGEST_ORDER.join(type(old.getType()), type))
                        .as("type of field %s, which was %s", old.getId(), old.getType())
                        .contains(type);
                assertThat(now.getInitialDefault().startsWith(old.getInitialDefault()))
                        .as("initial default of field %s", old.getId())
                        .isTrue();
            }
        }
        assertThat(target.getLastFieldId()).isGreaterThanOrEqualTo(before.target.getLastFieldId());
        for (DdlMemberRow old : before.members) {
            assertThat(member(old.getShard()).map(DdlMemberRow::getBindingEpoch))
                    .as("binding epoch of %s", old.getShard())
                    .hasValueSatisfying(epoch -> assertThat(epoch).isGreaterThanOrEqualTo(old.getBindingEpoch()));
            member(old.getShard()).ifPresent(now -> checkEpoch(old, now));
        }
    }

    private static void checkEpoch(DdlMemberRow old, DdlMemberRow now) {
        if (!now.getSchema().equals(old.getSchema())) {
            assertThat(now.getBindingEpoch())
                    .as("binding epoch of %s, whose bindings changed", old.getShard())
                    .isGreaterThan(old.getBindingEpoch());
        }
    }

    private Optional<DdlMemberRow> member(String shard) {
        return members.stream().filter(row -> row.getShard().equals(shard)).findFirst();
    }

    private static ColumnType type(String text) {
        return ColumnType.parse(text).orElseThrow();
    }

    private static boolean isThere(DdlMemberRow member) {
        return member.getState() != DdlMemberState.MEMBER_LEFT;
    }

    private static boolean isCounted(DdlMemberRow member) {
        return isThere(member) && member.getState() != DdlMemberState.MEMBER_LOADING;
    }

    private void checkCounts() {
        assertThat((long) group.getMembers())
                .as("members")
                .isEqualTo(members.stream().filter(GroupInvariants::isThere).count());
        assertThat((long) group.getCounted())
                .as("counted")
                .isEqualTo(members.stream().filter(GroupInvariants::isCounted).count());
        assertThat(group.getPending()).as("pending").isEqualTo(pendings.size());
        assertThat(group.getConflicts()).as("conflicts").isEqualTo(conflicts.size());
    }

    private void checkBindings() {
        for (DdlMemberRow member : members) {
            List<ShardColumn> columns = columns(member);
            Set<Integer> seen = new HashSet<>();
            for (ShardColumn column : columns) {
                if (column.getFieldId() != 0) {
                    assertThat(isThere(member))
                            .as("%s has left and is bound", member.getShard())
                            .isTrue();
                    assertThat(seen.add(column.getFieldId()))
                            .as("field %s held once by %s", column.getFieldId(), member.getShard())
                            .isTrue();
                    checkFits(member, column);
                }
            }
            String complaint = ShardSchemas.check(member.getSchema()).fold(valid -> "", why -> why);
            assertThat(complaint).as("schema of %s", member.getShard()).isEmpty();
        }
    }

    private void checkFits(DdlMemberRow member, ShardColumn column) {
        assertThat(fields).as("fields, of which %s has one", member.getShard()).containsKey(column.getFieldId());
        ColumnType type = type(fields.getOrDefault(column.getFieldId(), TargetField.getDefaultInstance())
                .getType());
        if (!column.getCast()) {
            assertThat(LARGEST_ORDER.join(type(column.getType()), type))
                    .as("'%s' of %s in field %s", column.getName(), member.getShard(), column.getFieldId())
                    .contains(type);
        }
    }

    private static List<ShardColumn> columns(DdlMemberRow member) {
        List<ShardColumn> columns = new ArrayList<>();
        addAll(member.getSchema().getColumnsList(), columns);
        return columns;
    }

    private static void addAll(List<ShardColumn> level, List<ShardColumn> to) {
        for (ShardColumn column : level) {
            to.add(column);
            addAll(column.getChildrenList(), to);
        }
    }

    private void checkTallies() {
        Map<Integer, Integer> bound = new TreeMap<>();
        Map<Integer, Map<String, Integer>> names = new TreeMap<>();
        Map<Integer, Map<String, Integer>> defaults = new TreeMap<>();
        for (DdlMemberRow member : members) {
            for (ShardColumn column : columns(member)) {
                TargetField field = fields.get(column.getFieldId());
                if (field != null) {
                    bound.merge(field.getId(), 1, Integer::sum);
                    if (!key(column.getName()).equals(key(field.getName()))) {
                        count(names, field.getId(), key(column.getName()));
                    }
                    if (column.getDefault().hasLiteral()) {
                        count(defaults, field.getId(), column.getDefault().getLiteral());
                    }
                }
            }
        }
        for (TargetField field : fields.values()) {
            String what = "of field " + field.getId() + " '" + field.getName() + "'";
            assertThat(field.getUse().getBound()).as("shards %s", what).isEqualTo(bound.getOrDefault(field.getId(), 0));
            assertThat(tallies(field.getUse().getNamesList()))
                    .as("names %s", what)
                    .isEqualTo(names.getOrDefault(field.getId(), Map.of()));
            assertThat(tallies(field.getUse().getDefaultsList()))
                    .as("defaults %s", what)
                    .isEqualTo(defaults.getOrDefault(field.getId(), Map.of()));
        }
    }

    private static void count(Map<Integer, Map<String, Integer>> counts, int field, String value) {
        counts.computeIfAbsent(field, id -> new TreeMap<>()).merge(value, 1, Integer::sum);
    }

    private static Map<String, Integer> tallies(List<Tally> tallies) {
        Map<String, Integer> counts = new TreeMap<>();
        tallies.forEach(tally -> counts.put(tally.getValue(), tally.getCount()));
        return counts;
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** As Iceberg wants it. */
    private void checkKey() {
        for (int id : target.getIdentifierIdsList()) {
            assertThat(fields).as("fields, of which one is in the key").containsKey(id);
            assertThat(fields.getOrDefault(id, TargetField.getDefaultInstance()).getRequired())
                    .as("field %s, which is in the key, is required", id)
                    .isTrue();
        }
    }

    private void checkNames(List<TargetField> level) {
        assertThat(level).extracting(field -> key(field.getName())).doesNotHaveDuplicates();
        level.forEach(field -> checkNames(field.getChildrenList()));
    }

    private void checkQueues() {
        for (DdlMemberRow member : members) {
            List<DdlPendingRow> queue = queue(member);
            assertThat(member.getAcknowledged()).isLessThanOrEqualTo(member.getDecided());
            if (isThere(member)) {
                assertThat(member.getDecided() + queue.size())
                        .as("announcements of %s", member.getShard())
                        .isEqualTo(member.getAnnounced());
            }
            StringBuilder verdicts = new StringBuilder();
            for (int i = 0; i < queue.size(); i++) {
                assertThat(queue.get(i).getSeq()).isEqualTo(member.getDecided() + 1 + i);
                verdicts.append(queue.get(i).getVerdict().name().charAt("VERDICT_".length()));
            }
            // Those that wait, one that is blocked or that has no effect and lets the others go first, and those behind
            // it.
            assertThat(verdicts.toString()).as("queue of %s", member.getShard()).matches("(W+Q*)?|W*BQ*");
            checkState(member, verdicts.toString());
        }
    }

    private void checkState(DdlMemberRow member, String verdicts) {
        if (isCounted(member)) {
            DdlMemberState state = verdicts.isEmpty()
                    ? DdlMemberState.MEMBER_ACTIVE
                    : verdicts.contains("B") ? DdlMemberState.MEMBER_BLOCKED : DdlMemberState.MEMBER_WAITING;
            assertThat(member.getState()).as("state of %s", member.getShard()).isEqualTo(state);
        }
        if (!isThere(member)) {
            assertThat(verdicts)
                    .as("queue of %s, which left", member.getShard())
                    .isEmpty();
        }
    }

    private List<DdlPendingRow> queue(DdlMemberRow member) {
        return pendings.stream()
                .filter(row -> row.getShard().equals(member.getShard()))
                .toList();
    }

    private void checkBarriers() {
        assertThat(barriers).extracting(DdlBarrierRow::getNumber).isSorted();
        assertThat((long) barriers.size()).isEqualTo(group.getNextBarrier() - group.getHeadBarrier());
        for (DdlBarrierRow barrier : barriers) {
            long number = barrier.getNumber();
            assertThat(number).isBetween(group.getHeadBarrier(), group.getNextBarrier() - 1);
            List<String> announced = pendings.stream()
                    .filter(row -> row.getBarrier() == number)
                    .map(DdlPendingRow::getShard)
                    .toList();
            assertThat(announced)
                    .as("shards at barrier %s", number)
                    .hasSize(barrier.getAnnounced())
                    .isNotEmpty();
            assertThat(announced).as("shards at barrier %s", number).contains(barrier.getFirstShard());
            long passed = members.stream()
                    .filter(member -> isCounted(member)
                            && member.getNextBarrier() > number
                            && !announced.contains(member.getShard()))
                    .count();
            assertThat((long) barrier.getPassed())
                    .as("shards past barrier %s", number)
                    .isEqualTo(passed);
        }
        for (DdlMemberRow member : members) {
            if (isCounted(member)) {
                assertThat(member.getNextBarrier())
                        .as("next barrier of %s", member.getShard())
                        .isBetween(group.getHeadBarrier(), group.getNextBarrier() + 1);
            }
        }
        barriers.stream()
                .findFirst()
                .ifPresent(head -> assertThat(
                                head.getConflict() != 0 || head.getAnnounced() + head.getPassed() < group.getCounted())
                        .as("the first barrier waits for somebody")
                        .isTrue());
    }

    private void checkConflicts() {
        for (DdlConflictRow conflict : conflicts) {
            if (conflict.getBarrier() != 0) {
                assertThat(barriers)
                        .filteredOn(barrier -> barrier.getNumber() == conflict.getBarrier())
                        .extracting(DdlBarrierRow::getConflict)
                        .containsExactly(conflict.getId());
            } else {
                assertThat(pendings)
                        .filteredOn(row -> row.getConflict() == conflict.getId())
                        .extracting(row -> row.getShard() + row.getSeq() + row.getVerdict())
                        .containsExactly(conflict.getShard() + conflict.getSeq() + DdlVerdict.VERDICT_BLOCKED);
            }
        }
        for (DdlPendingRow pending : pendings) {
            if (pending.getVerdict() == DdlVerdict.VERDICT_BLOCKED) {
                assertThat(conflicts).extracting(DdlConflictRow::getId).contains(pending.getConflict());
                checkStillInConflict(pending);
            }
        }
    }

    /** Nothing stays blocked whose reason is gone. */
    private void checkStillInConflict(DdlPendingRow blocked) {
        DdlMemberRow member = member(blocked.getShard()).orElseThrow();
        boolean loading = member.getState() == DdlMemberState.MEMBER_LOADING;
        if (kind(blocked) == DdlConflictKind.CONFLICT_MISMATCH) {
            assertThat(group.getMode()).isEqualTo(DdlMode.PESSIMISTIC);
            assertThat(barriers)
                    .as("the barrier that %s of %s does not match", blocked.getSeq(), blocked.getShard())
                    .extracting(DdlBarrierRow::getNumber)
                    .contains(member.getNextBarrier());
            return;
        }
        boolean conflict = new Merge(
                        TargetDraft.of(target),
                        ShardDraft.of(member.getSchema()),
                        member.getReleasedIdsList(),
                        group.getPolicies(),
                        loading ? Manner.INITIAL : Manner.ANNOUNCED)
                .changes(blocked.getChangesList())
                .fold(merge -> merge.clash().isPresent(), complaint -> true);
        assertThat(conflict)
                .as("announcement %s of %s is in conflict still", blocked.getSeq(), blocked.getShard())
                .isTrue();
    }

    private DdlConflictKind kind(DdlPendingRow blocked) {
        return conflicts.stream()
                .filter(conflict -> conflict.getId() == blocked.getConflict())
                .map(conflict -> conflict.getClash().getKind())
                .findFirst()
                .orElseThrow();
    }

    DdlGroupRow group() {
        return group;
    }

    TargetShape target() {
        return target;
    }

    List<DdlMemberRow> members() {
        return members;
    }

    List<DdlPendingRow> pendings() {
        return pendings;
    }
}
