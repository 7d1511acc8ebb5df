package io.ams.testkit.ddl;

import com.google.protobuf.MessageLite;
import io.ams.ddl.TargetDraft;
import io.ams.ddl.group.Outcome;
import io.ams.op.ErrorCode;
import io.ams.op.Operation;
import io.ams.op.Operations;
import io.ams.op.TargetOperation;
import io.ams.proto.DdlAcknowledge;
import io.ams.proto.DdlAnnounce;
import io.ams.proto.DdlDecided;
import io.ams.proto.DdlGroupConfigure;
import io.ams.proto.DdlGroupCreate;
import io.ams.proto.DdlGroupDrop;
import io.ams.proto.DdlGroupRow;
import io.ams.proto.DdlJoin;
import io.ams.proto.DdlLeave;
import io.ams.proto.DdlMode;
import io.ams.proto.DdlPolicies;
import io.ams.proto.DdlRebind;
import io.ams.proto.DdlResolve;
import io.ams.proto.DdlRetry;
import io.ams.proto.TableCommit;
import io.ams.proto.TableRow;
import io.ams.proto.TargetShape;
import io.ams.raft.Consistency;
import io.ams.raft.Replica;
import io.ams.raft.Reply;
import io.ams.raft.Submission;
import io.ams.state.Columns;
import io.ams.state.View;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Drives groups of shards through any replica, as the layer above would: plans on a recent state, brings the commit of the target
 * along if one is needed, and begins anew when the plan was stale. Tables are rows only; their metadata files do not exist.
 */
public final class DdlDriver {
    private static final int MOST_TRIES = 50;
    private static final AtomicLong NUMBERS = new AtomicLong();

    private final Supplier<Replica> replica;

    /**
     * @param replica asked anew for every call
     */
    public DdlDriver(Supplier<Replica> replica) {
        this.replica = replica;
    }

    /** A table with these columns, and a group over it; the catalog "default" and namespace "ns" must be there. */
    public String createGroup(String group, DdlMode mode, DdlPolicies policies, TargetShape shape) {
        String uuid = "uuid-" + group;
        io.ams.proto.TableCreate create = io.ams.proto.TableCreate.newBuilder()
                .setCatalog("default")
                .addLevels("ns")
                .setName(group)
                .setUuid(uuid)
                .setLocation(warehouse() + "/ns/" + group)
                .setMetadataLocation(warehouse() + "/ns/" + group + "/metadata/0.json")
                .build();
        submit(Operations.TABLE_CREATE, create).orThrow();
        DdlGroupCreate body = DdlGroupCreate.newBuilder()
                .setGroup(group)
                .setTableUuid(uuid)
                .setMode(mode)
                .setPolicies(policies)
                .setShape(shape)
                .setShapeVersion(1)
                .build();
        submit(Operations.DDL_GROUP_CREATE, body).orThrow();
        return uuid;
    }

    private String warehouse() {
        return read(view -> view.get(Columns.CATALOGS, "default").orElseThrow().getWarehouse());
    }

    public Reply<DdlDecided> join(DdlJoin join) {
        return change(Operations.DDL_JOIN, join, join.getGroup());
    }

    public Reply<DdlDecided> leave(String group, String shard) {
        return change(
                Operations.DDL_LEAVE,
                DdlLeave.newBuilder().setGroup(group).setShard(shard).build(),
                group);
    }

    public Reply<DdlDecided> announce(DdlAnnounce announcement) {
        return change(Operations.DDL_ANNOUNCE, announcement, announcement.getGroup());
    }

    public Reply<DdlDecided> resolve(DdlResolve resolve) {
        return change(Operations.DDL_RESOLVE, resolve, resolve.getGroup());
    }

    public Reply<DdlDecided> retry(String group) {
        return change(
                Operations.DDL_RETRY, DdlRetry.newBuilder().setGroup(group).build(), group);
    }

    public Reply<DdlDecided> rebind(String group, String shard, String newShard) {
        return submit(
                Operations.DDL_REBIND,
                DdlRebind.newBuilder()
                        .setGroup(group)
                        .setShard(shard)
                        .setNewShard(newShard)
                        .build());
    }

    public Reply<DdlDecided> acknowledge(String group, String shard, long seq) {
        return submit(
                Operations.DDL_ACKNOWLEDGE,
                DdlAcknowledge.newBuilder()
                        .setGroup(group)
                        .setShard(shard)
                        .setSeq(seq)
                        .build());
    }

    public Reply<?> configure(String group, DdlMode mode) {
        return submit(
                Operations.DDL_GROUP_CONFIGURE,
                DdlGroupConfigure.newBuilder().setGroup(group).setMode(mode).build());
    }

    public Reply<?> configure(String group, DdlPolicies policies) {
        return submit(
                Operations.DDL_GROUP_CONFIGURE,
                DdlGroupConfigure.newBuilder()
                        .setGroup(group)
                        .setPolicies(policies)
                        .build());
    }

    public Reply<?> dropGroup(String group) {
        return submit(
                Operations.DDL_GROUP_DROP,
                DdlGroupDrop.newBuilder().setGroup(group).build());
    }

    /** Somebody changes the table itself. */
    public Reply<?> changeTable(String group, Function<TargetShape, TargetShape> change) {
        TableCommit commit = read(view -> {
            String uuid = view.get(Columns.DDL_GROUPS, group).orElseThrow().getTableUuid();
            TargetShape shape = TargetDraft.of(
                            view.get(Columns.DDL_TARGETS, uuid).orElseThrow().getShape())
                    .shape();
            return commit(view.get(Columns.TABLES, uuid).orElseThrow(), change.apply(shape));
        });
        return submit(Operations.TABLE_COMMIT, commit);
    }

    private static TableCommit commit(TableRow table, TargetShape shape) {
        return TableCommit.newBuilder()
                .setUuid(table.getUuid())
                .setExpectedVersion(table.getVersion())
                .setLocation(table.getLocation())
                .setMetadataLocation(table.getLocation() + "/metadata/" + NUMBERS.incrementAndGet() + ".json")
                .setShape(shape.toBuilder().setSchemaId((int) table.getVersion()))
                .build();
    }

    private <C extends MessageLite> Reply<DdlDecided> change(TargetOperation<C> operation, C body, String group) {
        for (int i = 0; i < MOST_TRIES; i++) {
            C complete = read(view -> complete(view, operation, body, group));
            Reply<DdlDecided> reply = submit(operation, complete);
            boolean again = reply.failedWith(ErrorCode.DDL_STALE_PLAN)
                    || reply.failedWith(ErrorCode.COMMIT_CONFLICT)
                    || reply.failedWith(ErrorCode.OUTCOME_UNKNOWN)
                    || reply.failedWith(ErrorCode.NO_LEADER);
            if (!again) {
                return reply;
            }
        }
        throw new AssertionError("no plan of " + operation.name() + " held " + MOST_TRIES + " times");
    }

    /** The body with the commit of the target that it needs on this state, if it needs one. */
    static <C extends MessageLite> C complete(View view, TargetOperation<C> operation, C body, String group) {
        Outcome planned = operation.plan(view, body);
        Optional<TargetShape> shape = planned instanceof Outcome.Done done ? done.shape() : Optional.empty();
        Optional<TableRow> table = view.get(Columns.DDL_GROUPS, group)
                .map(DdlGroupRow::getTableUuid)
                .flatMap(uuid -> view.get(Columns.TABLES, uuid));
        return shape.isPresent() && table.isPresent() ? operation.with(body, commit(table.get(), shape.get())) : body;
    }

    private <C extends MessageLite, R extends MessageLite> Reply<R> submit(Operation<C, R> operation, C body) {
        return await(replica.get().submitter().submit(operation, body, Submission.by("test")));
    }

    /** Reads what is in force. */
    public <T> T read(Function<View, T> query) {
        return await(replica.get().reader().read(Consistency.STRICT, query)).value();
    }

    private static <T> T await(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    /** The policies that hold if nothing else is said. */
    public static DdlPolicies policies() {
        return DdlPolicies.getDefaultInstance();
    }

    /** The shape of an empty table of this format version. */
    public static TargetShape emptyShape(int formatVersion) {
        return TargetShape.newBuilder()
                .setFormatVersion(formatVersion)
                .addAllFields(List.of())
                .build();
    }
}
