package io.ams.web;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import io.ams.op.Operation;
import io.ams.op.Operations;
import io.ams.proto.BucketMove;
import io.ams.proto.BucketsAssign;
import io.ams.proto.ClusterInit;
import io.ams.proto.NamespaceCreate;
import io.ams.proto.NodeRegister;
import io.ams.proto.NodeState;
import io.ams.proto.ProcessCreate;
import io.ams.proto.ProcessKind;
import io.ams.proto.TableCreate;
import io.ams.proto.TableRow;
import io.ams.proto.TableSummary;
import io.ams.proto.TaskSpec;
import io.ams.proto.WorkerRegister;
import io.ams.raft.Submission;
import io.ams.raft.Submitter;
import io.ams.state.Columns;
import io.ams.testkit.SoloReplica;
import java.util.List;

/** A small cluster's state, made by the operations themselves. */
final class Scene {
    static final int BUCKETS = 4;

    private final SoloReplica replica;

    Scene(SoloReplica replica) {
        this.replica = replica;
        submit(
                Operations.CLUSTER_INIT,
                ClusterInit.newBuilder()
                        .setClusterId("solo-cluster")
                        .setBucketCount(BUCKETS)
                        .setDefaultWarehouse("file:///warehouse")
                        .build());
        node(SoloReplica.NODE_ID);
    }

    /** An active node. */
    Scene node(String id) {
        submit(
                Operations.NODE_REGISTER,
                NodeRegister.newBuilder()
                        .setId(id)
                        .setIncarnation("made-" + id)
                        .setRaftAddress(id + ":9871")
                        .setHttpAddress(id + ":8181")
                        .setVersion("0.1.0")
                        .setInitialState(NodeState.ACTIVE)
                        .build());
        return this;
    }

    /** Gives every bucket to this node, from whoever has it. */
    Scene buckets(String owner) {
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            int number = bucket;
            long epoch = replica.readLocal(view -> view.get(Columns.BUCKETS, number)
                            .map(row -> row.getEpoch())
                            .orElse(0L))
                    .value();
            submit(
                    Operations.BUCKETS_ASSIGN,
                    BucketsAssign.newBuilder()
                            .addMoves(BucketMove.newBuilder()
                                    .setBucket(bucket)
                                    .setOwner(owner)
                                    .setExpectedEpoch(epoch))
                            .build());
        }
        return this;
    }

    Scene namespace(String... levels) {
        submit(
                Operations.NAMESPACE_CREATE,
                NamespaceCreate.newBuilder()
                        .setCatalog("default")
                        .addAllLevels(List.of(levels))
                        .build());
        return this;
    }

    /** A table with this many files that upkeep has not seen. */
    TableRow table(String namespace, String name, long waitingFiles) {
        String uuid = "uuid-" + name;
        submit(
                Operations.TABLE_CREATE,
                TableCreate.newBuilder()
                        .setCatalog("default")
                        .addLevels(namespace)
                        .setName(name)
                        .setUuid(uuid)
                        .setLocation("file:///warehouse/" + namespace + "/" + uuid)
                        .setMetadataLocation("file:///warehouse/" + namespace + "/" + uuid + "/metadata/0.json")
                        .setSummary(TableSummary.newBuilder()
                                .setDataFiles(120)
                                .setDeleteFiles(3)
                                .setRecords(5000)
                                .setBytes(7_000_000))
                        .setAddedFiles(waitingFiles)
                        .setAddedBytes(waitingFiles * 1000)
                        .build());
        return row(uuid);
    }

    TableRow row(String uuid) {
        return replica.readLocal(view -> view.get(Columns.TABLES, uuid).orElseThrow())
                .value();
    }

    /** Upkeep of the table with two tasks, planned by its owner. */
    Scene process(TableRow table, String id) {
        long epoch = replica.readLocal(view -> view.get(Columns.BUCKETS, table.getBucket())
                        .orElseThrow()
                        .getEpoch())
                .value();
        TaskSpec task = TaskSpec.newBuilder()
                .setInput(ByteString.copyFromUtf8("task"))
                .setInputFiles(60)
                .setInputBytes(600)
                .build();
        submit(
                Operations.PROCESS_CREATE,
                ProcessCreate.newBuilder()
                        .setProcessId(id)
                        .setTableUuid(table.getUuid())
                        .setEpoch(epoch)
                        .setKind(ProcessKind.MINOR)
                        .setReason("120 small files")
                        .setGroup("default")
                        .addTasks(task)
                        .addTasks(task)
                        .build());
        return this;
    }

    Scene worker(String id) {
        submit(
                Operations.WORKER_REGISTER,
                WorkerRegister.newBuilder()
                        .setId(id)
                        .setGroup("default")
                        .setThreads(2)
                        .setKind("process")
                        .setHost("host1")
                        .build());
        return this;
    }

    <C extends MessageLite, R extends MessageLite> R submit(Operation<C, R> operation, C body) {
        Submitter submitter = replica;
        return submitter
                .submit(operation, body, Submission.by("test"))
                .toCompletableFuture()
                .join()
                .orThrow();
    }
}
