package io.ams.testkit.history;

import io.ams.op.ErrorCode;
import io.ams.op.Operation;
import io.ams.op.Operations;
import io.ams.proto.Command;
import io.ams.proto.SettingDelete;
import io.ams.proto.SettingPut;
import io.ams.state.View;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The rules of the core a second time, read naively from their descriptions and kept in plain maps, without indexes and without
 * the code of the operations: settings, nodes, buckets, namespaces, tables, processes, leases. What it and the real rules do not
 * agree on is a mistake in one of them.
 *
 * <p>It knows the commands that {@link HistoryGenerator} makes, and only these operations; not for several threads.
 */
public final class ReferenceModel {
    /** The operations that it has rules for. */
    public static final Set<Operation<?, ?>> OPERATIONS = Set.of(
            Operations.CLUSTER_INIT,
            Operations.SETTING_PUT,
            Operations.SETTING_DELETE,
            Operations.NODE_REGISTER,
            Operations.NODE_SET_STATE,
            Operations.BUCKETS_ASSIGN,
            Operations.NAMESPACE_CREATE,
            Operations.NAMESPACE_DROP,
            Operations.TABLE_CREATE,
            Operations.TABLE_COMMIT,
            Operations.TABLE_DROP,
            Operations.WORKER_REGISTER,
            Operations.WORKER_HEARTBEAT,
            Operations.WORKER_REMOVE,
            Operations.PROCESS_CREATE,
            Operations.TASK_LEASE,
            Operations.TASK_COMPLETE,
            Operations.TASK_FAIL,
            Operations.TASKS_RELEASE);

    private static final Map<String, String> KNOWN_SETTINGS = Map.of(
            "ownership.mode", "leader",
            "node.dead-after-millis", "1 2 3",
            "worker.lost-after-millis", "1 2 3",
            "task.max-failures", "1 2 3",
            "table.dropped-retention-millis", "1 2 3",
            "upkeep.enabled", "true",
            "ddl.default-mode", "pessimistic");

    private final Map<String, String> settings = new TreeMap<>();
    private final Map<String, Long> settingVersions = new TreeMap<>();
    private final ModelCluster cluster = new ModelCluster();
    private final ModelTables tables = new ModelTables(cluster);
    private final ModelUpkeep upkeep = new ModelUpkeep(cluster, tables);

    /** Does what the command says; returns why not, if it must be refused. */
    public Optional<ErrorCode> apply(Timed timed) {
        Command command = timed.command();
        long now = timed.timeMillis();
        return switch (command.getBodyCase()) {
            case CLUSTER_INIT -> cluster.init(command.getClusterInit());
            case SETTING_PUT -> put(command.getSettingPut());
            case SETTING_DELETE -> delete(command.getSettingDelete());
            case NODE_REGISTER -> cluster.register(command.getNodeRegister());
            case NODE_SET_STATE -> cluster.setState(command.getNodeSetState());
            case BUCKETS_ASSIGN -> cluster.assign(command.getBucketsAssign());
            case NAMESPACE_CREATE -> tables.createNamespace(command.getNamespaceCreate());
            case NAMESPACE_DROP -> tables.dropNamespace(command.getNamespaceDrop());
            case TABLE_CREATE -> tables.create(command.getTableCreate());
            case TABLE_COMMIT -> upkeep.commit(command.getTableCommit());
            case TABLE_DROP -> upkeep.drop(command.getTableDrop());
            case WORKER_REGISTER -> upkeep.register(command.getWorkerRegister(), now);
            case WORKER_HEARTBEAT -> upkeep.heartbeat(command.getWorkerHeartbeat(), now);
            case WORKER_REMOVE -> upkeep.remove(command.getWorkerRemove());
            case PROCESS_CREATE -> upkeep.create(command.getProcessCreate(), now);
            case TASK_LEASE -> upkeep.lease(command.getTaskLease(), now);
            case TASK_COMPLETE -> upkeep.complete(command.getTaskComplete());
            case TASK_FAIL -> upkeep.fail(command.getTaskFail(), maxFailures());
            case TASKS_RELEASE -> upkeep.release(command.getTasksRelease(), now);
            default -> throw new IllegalArgumentException("no rule for " + command.getBodyCase());
        };
    }

    private int maxFailures() {
        return Integer.parseInt(settings.getOrDefault("task.max-failures", "3"));
    }

    private Optional<ErrorCode> put(SettingPut put) {
        String key = put.getKey();
        if (!key.startsWith("x.") && !KNOWN_SETTINGS.containsKey(key)) {
            return Optional.of(ErrorCode.SETTING_UNKNOWN);
        }
        if (!key.startsWith("x.")
                && !List.of(KNOWN_SETTINGS.getOrDefault(key, "").split(" ")).contains(put.getValue())) {
            return Optional.of(ErrorCode.SETTING_INVALID);
        }
        long version = settingVersions.getOrDefault(key, 0L);
        if (put.hasExpectedVersion() && put.getExpectedVersion() != version) {
            return Optional.of(ErrorCode.VERSION_MISMATCH);
        }
        settings.put(key, put.getValue());
        settingVersions.put(key, version + 1);
        return Optional.empty();
    }

    private Optional<ErrorCode> delete(SettingDelete delete) {
        Long version = settingVersions.get(delete.getKey());
        if (version == null) {
            return Optional.of(ErrorCode.SETTING_NOT_FOUND);
        }
        if (delete.hasExpectedVersion() && delete.getExpectedVersion() != version) {
            return Optional.of(ErrorCode.VERSION_MISMATCH);
        }
        settings.remove(delete.getKey());
        settingVersions.remove(delete.getKey());
        return Optional.empty();
    }

    /** The state as lines of text, to compare with {@link ModelPicture#of}. */
    public List<String> picture() {
        ModelPicture picture = new ModelPicture();
        settings.forEach((key, value) -> picture.setting(key, value, settingVersions.getOrDefault(key, 0L)));
        cluster.addTo(picture);
        tables.addTo(picture);
        upkeep.addTo(picture);
        return picture.lines();
    }

    /** The same of a real state. */
    public static List<String> pictureOf(View view) {
        return ModelPicture.of(view);
    }
}
