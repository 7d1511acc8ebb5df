package io.ams.testkit.history;

import com.google.protobuf.MessageLite;
import io.ams.ddl.group.Outcome;
import io.ams.op.Operations;
import io.ams.op.TargetOperation;
import io.ams.proto.BindingClaim;
import io.ams.proto.DdlAcknowledge;
import io.ams.proto.DdlAnnounce;
import io.ams.proto.DdlGroupConfigure;
import io.ams.proto.DdlGroupCreate;
import io.ams.proto.DdlGroupDrop;
import io.ams.proto.DdlGroupRow;
import io.ams.proto.DdlJoin;
import io.ams.proto.DdlLeave;
import io.ams.proto.DdlMemberRow;
import io.ams.proto.DdlPendingRow;
import io.ams.proto.DdlRebind;
import io.ams.proto.DdlResolve;
import io.ams.proto.DdlRetry;
import io.ams.proto.DdlTargetRow;
import io.ams.proto.SchemaChange;
import io.ams.proto.ShardSchema;
import io.ams.proto.TableCommit;
import io.ams.proto.TableRow;
import io.ams.proto.TargetShape;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.Keys;
import io.ams.state.Rows;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** Commands about groups of shards, with the commits of the target that go with them. */
final class DdlCommands {
    private static final int WITHOUT_COMMIT_PERCENT = 4;
    private static final int SPOILED_COMMIT_PERCENT = 4;

    private static final int MANY = 100;

    private DdlCommands() {}

    static List<Maker<?>> makers() {
        return List.of(
                new Maker<>(Operations.DDL_GROUP_CREATE, 6, DdlCommands::create),
                new Maker<>(Operations.DDL_GROUP_DROP, 1, DdlCommands::drop),
                new Maker<>(Operations.DDL_GROUP_CONFIGURE, 2, DdlCommands::configure),
                new Maker<>(
                        Operations.DDL_JOIN, 9, choose -> completed(choose, Operations.DDL_JOIN, DdlCommands::join)),
                new Maker<>(
                        Operations.DDL_LEAVE, 2, choose -> completed(choose, Operations.DDL_LEAVE, DdlCommands::leave)),
                new Maker<>(Operations.DDL_REBIND, 1, DdlCommands::rebind),
                new Maker<>(
                        Operations.DDL_ANNOUNCE,
                        28,
                        choose -> completed(choose, Operations.DDL_ANNOUNCE, DdlCommands::announce)),
                new Maker<>(Operations.DDL_ACKNOWLEDGE, 2, DdlCommands::acknowledge),
                new Maker<>(
                        Operations.DDL_RESOLVE,
                        8,
                        choose -> completed(choose, Operations.DDL_RESOLVE, DdlCommands::resolve)),
                new Maker<>(
                        Operations.DDL_RETRY,
                        2,
                        choose -> completed(choose, Operations.DDL_RETRY, DdlCommands::retry)));
    }

    /** A shape and claims to bindings for a commit to this table, now and then; none while there is no group at all. */
    static void addWordsToTheGroup(Chooser choose, TableCommit.Builder commit, TableRow table) {
        Optional<Map.Entry<String, DdlGroupRow>> some = choose.row(Columns.DDL_GROUPS);
        if (some.isEmpty()) {
            return;
        }
        Optional<DdlTargetRow> target = choose.get(Columns.DDL_TARGETS, table.getUuid());
        if (choose.chance(target.isPresent() ? 30 : 10)) {
            commit.setShape(DdlShapes.changed(
                    choose, target.map(DdlTargetRow::getShape).orElse(TargetShape.getDefaultInstance())));
        }
        if (choose.chance(15)) {
            String group = target.map(DdlTargetRow::getGroup).orElse(some.get().getKey());
            DdlMemberRow member = member(choose, group);
            commit.addBindings(BindingClaim.newBuilder()
                    .setGroup(choose.about(group))
                    .setShard(choose.about(member.getShard()))
                    .setBindingEpoch(choose.about(member.getBindingEpoch())));
        }
    }

    private static DdlGroupCreate create(Chooser choose) {
        TableRow table = choose.table();
        return DdlGroupCreate.newBuilder()
                .setGroup(choose.about("g" + choose.below(3)))
                .setTableUuid(choose.about(table.getUuid()))
                .setModeValue((int) choose.about(choose.below(4)))
                .setPolicies(DdlShapes.policies(choose))
                .setShape(DdlShapes.shape(choose))
                .setShapeVersion(choose.about(table.getShapeVersion()))
                .build();
    }

    private static DdlGroupDrop drop(Chooser choose) {
        Optional<String> orphan = names(choose, group -> isOrphan(choose, group));
        String any = choose.chance(15) ? group(choose) : "none";
        return DdlGroupDrop.newBuilder().setGroup(orphan.orElse(any)).build();
    }

    private static DdlGroupConfigure configure(Chooser choose) {
        DdlGroupConfigure.Builder configure = DdlGroupConfigure.newBuilder().setGroup(group(choose));
        if (choose.chance(80)) {
            configure.setModeValue((int) choose.about(1 + choose.below(3)));
        }
        if (choose.chance(40)) {
            configure.setPolicies(DdlShapes.policies(choose));
        }
        return configure.build();
    }

    private static DdlJoin join(Chooser choose) {
        DdlJoin.Builder join = DdlJoin.newBuilder()
                .setGroup(group(choose))
                .setShard(shard(choose))
                .setLoading(choose.chance(15))
                .setAnnounced(choose.chance(80) ? 0 : choose.about(choose.below(5)))
                .setSkipConflicts(choose.chance(60))
                .setPosition("binlog." + choose.below(100));
        return choose.chance(95) ? join.setSchema(DdlShapes.schema(choose)).build() : join.build();
    }

    private static DdlLeave leave(Chooser choose) {
        String group = peopled(choose);
        return DdlLeave.newBuilder()
                .setGroup(group)
                .setShard(choose.about(member(choose, group).getShard()))
                .build();
    }

    private static DdlRebind rebind(Chooser choose) {
        String group = peopled(choose);
        return DdlRebind.newBuilder()
                .setGroup(group)
                .setShard(choose.about(member(choose, group).getShard()))
                .setNewShard(shard(choose))
                .build();
    }

    private static DdlAnnounce announce(Chooser choose) {
        String group = peopled(choose);
        DdlMemberRow member = member(choose, group);
        DdlAnnounce.Builder announce = DdlAnnounce.newBuilder()
                .setGroup(group)
                .setShard(choose.about(member.getShard()))
                .setPosition("binlog." + choose.below(100));
        Optional<DdlPendingRow> waiting = pending(choose, group);
        if (waiting.isPresent() && choose.chance(20)) {
            announce.setShard(waiting.get().getShard())
                    .setSeq(choose.about(waiting.get().getSeq()))
                    .addAllChanges(waiting.get().getChangesList());
        } else {
            boolean same = waiting.isPresent() && choose.chance(50);
            List<SchemaChange> changes =
                    same ? waiting.get().getChangesList() : DdlChanges.changes(choose, member.getSchema());
            announce.setSeq(choose.about(member.getAnnounced() + 1)).addAllChanges(changes);
        }
        if (choose.chance(8)) {
            announce.setBefore(choose.chance(80) ? member.getSchema() : DdlShapes.schema(choose));
        }
        if (choose.chance(4)) {
            announce.setAfter(choose.chance(30) ? member.getSchema() : DdlShapes.schema(choose));
        }
        if (choose.chance(10)) {
            announce.setAcknowledged(choose.about(member.getDecided()));
        }
        return announce.build();
    }

    private static DdlAcknowledge acknowledge(Chooser choose) {
        String group = peopled(choose);
        DdlMemberRow member = member(choose, group);
        return DdlAcknowledge.newBuilder()
                .setGroup(group)
                .setShard(choose.about(member.getShard()))
                .setSeq(choose.about(member.getDecided()))
                .build();
    }

    private static DdlResolve resolve(Chooser choose) {
        String group = peopled(choose);
        Optional<DdlPendingRow> waiting = pending(choose, group);
        DdlMemberRow member = waiting.map(row -> new Keys.ShardKey(group, row.getShard()))
                .flatMap(key -> choose.get(Columns.DDL_MEMBERS, key))
                .orElseGet(() -> member(choose, group));
        ShardSchema schema = member.getSchema();
        return DdlResolve.newBuilder()
                .setGroup(group)
                .setShard(choose.about(member.getShard()))
                .setVerbValue((int) choose.about(1 + choose.below(5)))
                .setSeq(
                        choose.chance(70)
                                ? 0
                                : choose.about(
                                        waiting.map(DdlPendingRow::getSeq).orElse(1L)))
                .addAllChanges(choose.chance(80) ? DdlChanges.changes(choose, schema) : List.of())
                .setSchema(choose.chance(50) ? schema : DdlShapes.schema(choose))
                .build();
    }

    private static DdlRetry retry(Chooser choose) {
        return DdlRetry.newBuilder().setGroup(group(choose)).build();
    }

    private static String group(Chooser choose) {
        return choose.about(names(choose, group -> choose.chance(5) || !isOrphan(choose, group))
                .orElse("g0"));
    }

    /** A group that shards have joined, if there is one. */
    private static String peopled(Chooser choose) {
        return choose.about(names(
                        choose,
                        group -> !isOrphan(choose, group) && group.getValue().getMembers() > 0)
                .orElseGet(() -> group(choose)));
    }

    /** The name of some group that is such; empty if none is. */
    private static Optional<String> names(Chooser choose, Predicate<Map.Entry<String, DdlGroupRow>> such) {
        List<String> names = Rows.first(choose.view(), Columns.DDL_GROUPS, KeyRange.all(), MANY).stream()
                .filter(such)
                .map(Map.Entry::getKey)
                .toList();
        return names.isEmpty() ? Optional.empty() : Optional.of(choose.of(names));
    }

    /** Whether the group's table is gone. */
    private static boolean isOrphan(Chooser choose, Map.Entry<String, DdlGroupRow> group) {
        return choose.get(Columns.TABLES, group.getValue().getTableUuid()).isEmpty();
    }

    private static String shard(Chooser choose) {
        return choose.about("s" + choose.below(4));
    }

    /** A shard of the group, or one that it does not have. */
    private static DdlMemberRow member(Chooser choose, String group) {
        List<DdlMemberRow> members = Rows.values(choose.view(), Columns.DDL_MEMBERS, Keys.ShardKey.of(group));
        return members.isEmpty() || choose.chance(3)
                ? DdlMemberRow.newBuilder().setShard("s" + choose.below(4)).build()
                : choose.of(members);
    }

    private static Optional<DdlPendingRow> pending(Chooser choose, String group) {
        List<DdlPendingRow> pending = Rows.values(choose.view(), Columns.DDL_PENDING, Keys.AnnouncementKey.of(group));
        return pending.isEmpty() ? Optional.empty() : Optional.of(choose.of(pending));
    }

    /** The command with the commit that it needs now; now and then without it, with another, or with one that it does not need. */
    private static <C extends MessageLite> C completed(
            Chooser choose, TargetOperation<C> operation, Function<Chooser, C> maker) {
        C body = maker.apply(choose);
        Outcome planned = operation.plan(choose.view(), body);
        Optional<TargetShape> shape = planned instanceof Outcome.Done done ? done.shape() : Optional.empty();
        if (shape.isEmpty() ? choose.chance(98) : choose.chance(WITHOUT_COMMIT_PERCENT)) {
            return body;
        }
        TableRow table = choose.get(Columns.DDL_GROUPS, operation.group(body))
                .flatMap(row -> choose.get(Columns.TABLES, row.getTableUuid()))
                .orElseGet(choose::table);
        TargetShape decided = shape.orElseGet(() -> DdlShapes.shape(choose));
        TargetShape carried = choose.chance(SPOILED_COMMIT_PERCENT) ? DdlShapes.changed(choose, decided) : decided;
        TableCommit commit = TableCommit.newBuilder()
                .setUuid(choose.about(table.getUuid()))
                .setExpectedVersion(choose.about(table.getVersion()))
                .setLocation(table.getLocation())
                .setMetadataLocation(choose.about(table.getLocation() + "/d" + choose.below(1_000_000)))
                .setShape(carried.toBuilder().setSchemaId((int) choose.about(table.getVersion())))
                .build();
        return operation.with(body, commit);
    }
}
