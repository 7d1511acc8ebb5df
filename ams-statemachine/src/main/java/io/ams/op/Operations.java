package io.ams.op;

import io.ams.proto.Command;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The registry: every operation there is. A new one is one line here. */
public final class Operations {
    public static final ClusterInit CLUSTER_INIT = new ClusterInit();
    public static final SettingPut SETTING_PUT = new SettingPut();
    public static final SettingDelete SETTING_DELETE = new SettingDelete();
    public static final NodeRegister NODE_REGISTER = new NodeRegister();
    public static final NodeSetState NODE_SET_STATE = new NodeSetState();
    public static final BucketsAssign BUCKETS_ASSIGN = new BucketsAssign();
    public static final TableSetBucket TABLE_SET_BUCKET = new TableSetBucket();
    public static final CatalogCreate CATALOG_CREATE = new CatalogCreate();
    public static final CatalogDrop CATALOG_DROP = new CatalogDrop();
    public static final NamespaceCreate NAMESPACE_CREATE = new NamespaceCreate();
    public static final NamespaceUpdate NAMESPACE_UPDATE = new NamespaceUpdate();
    public static final NamespaceDrop NAMESPACE_DROP = new NamespaceDrop();
    public static final TableCreate TABLE_CREATE = new TableCreate();
    public static final TableCommit TABLE_COMMIT = new TableCommit();
    public static final TableDrop TABLE_DROP = new TableDrop();
    public static final PurgeFinish PURGE_FINISH = new PurgeFinish();
    public static final GroupPut GROUP_PUT = new GroupPut();
    public static final WorkerRegister WORKER_REGISTER = new WorkerRegister();
    public static final WorkerHeartbeat WORKER_HEARTBEAT = new WorkerHeartbeat();
    public static final WorkerRemove WORKER_REMOVE = new WorkerRemove();
    public static final ProcessCreate PROCESS_CREATE = new ProcessCreate();
    public static final ProcessFinish PROCESS_FINISH = new ProcessFinish();
    public static final TaskLease TASK_LEASE = new TaskLease();
    public static final TaskComplete TASK_COMPLETE = new TaskComplete();
    public static final TaskFail TASK_FAIL = new TaskFail();
    public static final TasksRelease TASKS_RELEASE = new TasksRelease();
    public static final DdlGroupCreate DDL_GROUP_CREATE = new DdlGroupCreate();
    public static final DdlGroupDrop DDL_GROUP_DROP = new DdlGroupDrop();
    public static final DdlGroupConfigure DDL_GROUP_CONFIGURE = new DdlGroupConfigure();
    public static final DdlJoin DDL_JOIN = new DdlJoin();
    public static final DdlLeave DDL_LEAVE = new DdlLeave();
    public static final DdlRebind DDL_REBIND = new DdlRebind();
    public static final DdlAnnounce DDL_ANNOUNCE = new DdlAnnounce();
    public static final DdlAcknowledge DDL_ACKNOWLEDGE = new DdlAcknowledge();
    public static final DdlResolve DDL_RESOLVE = new DdlResolve();
    public static final DdlRetry DDL_RETRY = new DdlRetry();

    private static final List<Operation<?, ?>> ALL = List.of(
            CLUSTER_INIT,
            SETTING_PUT,
            SETTING_DELETE,
            NODE_REGISTER,
            NODE_SET_STATE,
            BUCKETS_ASSIGN,
            TABLE_SET_BUCKET,
            CATALOG_CREATE,
            CATALOG_DROP,
            NAMESPACE_CREATE,
            NAMESPACE_UPDATE,
            NAMESPACE_DROP,
            TABLE_CREATE,
            TABLE_COMMIT,
            TABLE_DROP,
            PURGE_FINISH,
            GROUP_PUT,
            WORKER_REGISTER,
            WORKER_HEARTBEAT,
            WORKER_REMOVE,
            PROCESS_CREATE,
            PROCESS_FINISH,
            TASK_LEASE,
            TASK_COMPLETE,
            TASK_FAIL,
            TASKS_RELEASE,
            DDL_GROUP_CREATE,
            DDL_GROUP_DROP,
            DDL_GROUP_CONFIGURE,
            DDL_JOIN,
            DDL_LEAVE,
            DDL_REBIND,
            DDL_ANNOUNCE,
            DDL_ACKNOWLEDGE,
            DDL_RESOLVE,
            DDL_RETRY);

    private final Map<Command.BodyCase, Operation<?, ?>> byBody;

    public Operations() {
        byBody = new EnumMap<>(Command.BodyCase.class);
        for (Operation<?, ?> operation : ALL) {
            if (byBody.put(operation.body(), operation) != null) {
                throw new IllegalStateException("two operations for " + operation.body());
            }
        }
    }

    /** Every operation. */
    public static List<Operation<?, ?>> all() {
        return ALL;
    }

    /**
     * The operation of a command.
     *
     * @throws UnknownOperationException for a command of a newer release: the node must stop, never skip it
     */
    public Operation<?, ?> of(Command command) {
        Operation<?, ?> operation = byBody.get(command.getBodyCase());
        if (operation == null) {
            throw new UnknownOperationException("the log holds a command of kind " + command.getBodyCase()
                    + " that this release does not know; install the release that wrote it");
        }
        return operation;
    }
}
