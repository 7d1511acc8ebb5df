package io.ams.op;

import com.google.protobuf.ByteString;
import io.ams.proto.BucketRow;
import io.ams.proto.ProcessKind;
import io.ams.proto.ProcessRow;
import io.ams.proto.TableBacklog;
import io.ams.proto.TableRow;
import io.ams.proto.TaskRow;
import io.ams.proto.TaskSpec;
import io.ams.state.Columns;
import io.ams.state.Keys;
import java.util.List;

/**
 * A state that upkeep can happen in: group {@value #GROUP}, worker {@value #WORKER}, and table {@value #TABLE} with a backlog in
 * bucket {@value #BUCKET}, which {@value #OWNER} owns with epoch {@value #EPOCH}.
 */
final class UpkeepScene {
    static final String GROUP = "default";
    static final String WORKER = "w1";
    static final String TABLE = "t1";
    static final int BUCKET = 7;
    static final String OWNER = "n1";
    static final long EPOCH = 5;
    static final long LEASE_MILLIS = 30_000;

    final RuleBench bench = new RuleBench();

    UpkeepScene() {
        bench.accept(
                Operations.GROUP_PUT,
                io.ams.proto.GroupPut.newBuilder().setName(GROUP).build());
        register(WORKER, GROUP);
        bench.put(
                Columns.BUCKETS,
                BUCKET,
                BucketRow.newBuilder()
                        .setBucket(BUCKET)
                        .setOwner(OWNER)
                        .setEpoch(EPOCH)
                        .build());
        addTable(TABLE);
    }

    void addTable(String uuid) {
        bench.put(
                Columns.TABLES,
                uuid,
                TableRow.newBuilder()
                        .setUuid(uuid)
                        .setBucket(BUCKET)
                        .setVersion(1)
                        .setBacklog(TableBacklog.newBuilder()
                                .setFiles(100)
                                .setBytes(5000)
                                .setCommits(3))
                        .build());
    }

    void register(String worker, String group) {
        bench.accept(
                Operations.WORKER_REGISTER,
                io.ams.proto.WorkerRegister.newBuilder()
                        .setId(worker)
                        .setGroup(group)
                        .setThreads(2)
                        .setKind("process")
                        .setHost("h1")
                        .build());
    }

    static io.ams.proto.ProcessCreate plan(String process, int tasks) {
        io.ams.proto.ProcessCreate.Builder plan = io.ams.proto.ProcessCreate.newBuilder()
                .setProcessId(process)
                .setTableUuid(TABLE)
                .setEpoch(EPOCH)
                .setKind(ProcessKind.MINOR)
                .setReason("100 small files")
                .setGroup(GROUP)
                .setBaseSnapshotId(77);
        for (int number = 0; number < tasks; number++) {
            plan.addTasks(TaskSpec.newBuilder()
                    .setInput(ByteString.copyFromUtf8("input " + number))
                    .setInputFiles(10)
                    .setInputBytes(1000));
        }
        return plan.build();
    }

    ProcessRow create(String process, int tasks) {
        return bench.accept(Operations.PROCESS_CREATE, plan(process, tasks));
    }

    List<TaskRow> lease(String worker, int max) {
        return bench.accept(Operations.TASK_LEASE, leaseOf(worker, max)).getTasksList();
    }

    static io.ams.proto.TaskLease leaseOf(String worker, int max) {
        return io.ams.proto.TaskLease.newBuilder()
                .setWorker(worker)
                .setMax(max)
                .setLeaseMillis(LEASE_MILLIS)
                .build();
    }

    static io.ams.proto.TaskComplete complete(String process, int number, int attempt, String worker) {
        return io.ams.proto.TaskComplete.newBuilder()
                .setProcessId(process)
                .setNumber(number)
                .setAttempt(attempt)
                .setWorker(worker)
                .setOutput(ByteString.copyFromUtf8("output " + number))
                .setOutputFiles(1)
                .setOutputBytes(900)
                .build();
    }

    static io.ams.proto.TaskFail fail(String process, int number, int attempt, String worker) {
        return io.ams.proto.TaskFail.newBuilder()
                .setProcessId(process)
                .setNumber(number)
                .setAttempt(attempt)
                .setWorker(worker)
                .setError("disk full")
                .build();
    }

    TaskRow task(String process, int number) {
        return bench.row(Columns.TASKS, new Keys.TaskKey(process, number));
    }

    ProcessRow process(String process) {
        return bench.row(Columns.PROCESSES, new Keys.ProcessKey(TABLE, process));
    }

    TableRow table() {
        return bench.row(Columns.TABLES, TABLE);
    }

    /** The numbers of the tasks that wait, in the order of the queue. */
    List<Integer> waiting() {
        return bench.keys(Columns.QUEUE).stream().map(Keys.QueueKey::number).toList();
    }

    List<Keys.LeaseKey> leases() {
        return bench.keys(Columns.LEASES);
    }
}
