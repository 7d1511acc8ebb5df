package io.ams.testkit.history;

import com.google.protobuf.ByteString;
import io.ams.op.Operations;
import io.ams.proto.GroupPut;
import io.ams.proto.ProcessCreate;
import io.ams.proto.ProcessFinish;
import io.ams.proto.ProcessKind;
import io.ams.proto.ProcessState;
import io.ams.proto.TableRow;
import io.ams.proto.TaskComplete;
import io.ams.proto.TaskFail;
import io.ams.proto.TaskLease;
import io.ams.proto.TaskProgress;
import io.ams.proto.TaskRef;
import io.ams.proto.TaskRow;
import io.ams.proto.TaskSpec;
import io.ams.proto.TasksRelease;
import io.ams.proto.WorkerHeartbeat;
import io.ams.proto.WorkerRegister;
import io.ams.proto.WorkerRemove;
import io.ams.proto.WorkerRow;
import io.ams.state.Columns;
import io.ams.state.Keys;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Commands about groups, workers, processes and tasks. */
final class UpkeepCommands {
    private static final long LEASE_MILLIS = 30_000;

    private UpkeepCommands() {}

    static List<Maker<?>> makers() {
        return List.of(
                new Maker<>(Operations.GROUP_PUT, 2, UpkeepCommands::putGroup),
                new Maker<>(Operations.WORKER_REGISTER, 5, UpkeepCommands::register),
                new Maker<>(Operations.WORKER_HEARTBEAT, 6, UpkeepCommands::heartbeat),
                new Maker<>(Operations.WORKER_REMOVE, 2, UpkeepCommands::remove),
                new Maker<>(Operations.PROCESS_CREATE, 14, UpkeepCommands::create),
                new Maker<>(Operations.PROCESS_FINISH, 2, UpkeepCommands::finish),
                new Maker<>(Operations.TASK_LEASE, 14, UpkeepCommands::lease),
                new Maker<>(Operations.TASK_COMPLETE, 20, UpkeepCommands::complete),
                new Maker<>(Operations.TASK_FAIL, 4, UpkeepCommands::fail),
                new Maker<>(Operations.TASKS_RELEASE, 3, UpkeepCommands::release));
    }

    private static GroupPut putGroup(Chooser choose) {
        return GroupPut.newBuilder()
                .setName(choose.about("g1"))
                .addAllProperties(choose.properties())
                .build();
    }

    private static WorkerRegister register(Chooser choose) {
        return WorkerRegister.newBuilder()
                .setId(choose.worker())
                .setGroup(choose.group())
                .setThreads((int) choose.about(2))
                .setKind("process")
                .setHost("h")
                .build();
    }

    private static WorkerHeartbeat heartbeat(Chooser choose) {
        WorkerHeartbeat.Builder beat =
                WorkerHeartbeat.newBuilder().setId(choose.worker()).setLeaseMillis(choose.about(LEASE_MILLIS));
        for (int i = choose.below(3); i > 0; i--) {
            TaskRow task = leased(choose);
            beat.addTasks(TaskProgress.newBuilder()
                    .setProcessId(task.getProcessId())
                    .setNumber((int) choose.about(task.getNumber()))
                    .setAttempt((int) choose.about(task.getAttempt()))
                    .setPercent((int) choose.about(50)));
        }
        return beat.build();
    }

    private static WorkerRemove remove(Chooser choose) {
        String worker = choose.worker();
        long seen = choose.get(Columns.WORKERS, worker)
                .map(WorkerRow::getLastSeenAtMillis)
                .orElse(0L);
        return WorkerRemove.newBuilder()
                .setId(worker)
                .setReason("silent")
                .setIfSilentSinceMillis(choose.chance(30) ? 0 : choose.about(seen))
                .build();
    }

    private static ProcessCreate create(Chooser choose) {
        TableRow table = choose.table();
        ProcessCreate.Builder create = ProcessCreate.newBuilder()
                .setProcessId(choose.about("p" + choose.below(1000)))
                .setTableUuid(choose.about(table.getUuid()))
                .setEpoch(choose.epoch(table.getBucket()))
                .setKindValue((int) choose.about(ProcessKind.MINOR_VALUE))
                .setReason("small files")
                .setGroup(choose.group())
                .setBaseSnapshotId(choose.about(7));
        for (int i = choose.below(3) + (choose.chance(95) ? 1 : 0); i > 0; i--) {
            create.addTasks(TaskSpec.newBuilder()
                    .setInput(ByteString.copyFromUtf8("input " + i))
                    .setInputFiles(choose.about(10))
                    .setInputBytes(choose.about(1000)));
        }
        return create.build();
    }

    private static ProcessFinish finish(Chooser choose) {
        TableRow table = choose.table();
        return ProcessFinish.newBuilder()
                .setTableUuid(choose.about(table.getUuid()))
                .setProcessId(choose.about(table.getRunningProcess()))
                .setState(choose.of(List.of(
                        ProcessState.SUCCESS, ProcessState.FAILED, ProcessState.CANCELED, ProcessState.RUNNING)))
                .setReason("because")
                .setEpoch(choose.chance(40) ? 0 : choose.epoch(table.getBucket()))
                .build();
    }

    private static TaskLease lease(Chooser choose) {
        return TaskLease.newBuilder()
                .setWorker(choose.worker())
                .setMax((int) choose.about(1 + choose.below(3)))
                .setLeaseMillis(choose.about(LEASE_MILLIS))
                .build();
    }

    private static TaskComplete complete(Chooser choose) {
        TaskRow task = leased(choose);
        return TaskComplete.newBuilder()
                .setProcessId(choose.about(task.getProcessId()))
                .setNumber((int) choose.about(task.getNumber()))
                .setAttempt((int) choose.about(task.getAttempt()))
                .setWorker(choose.about(task.getWorker()))
                .setOutput(ByteString.copyFromUtf8("output"))
                .setOutputFiles(choose.about(1))
                .setOutputBytes(choose.about(900))
                .build();
    }

    private static TaskFail fail(Chooser choose) {
        TaskRow task = leased(choose);
        return TaskFail.newBuilder()
                .setProcessId(choose.about(task.getProcessId()))
                .setNumber((int) choose.about(task.getNumber()))
                .setAttempt((int) choose.about(task.getAttempt()))
                .setWorker(choose.about(task.getWorker()))
                .setError(choose.about("disk full"))
                .build();
    }

    private static TasksRelease release(Chooser choose) {
        TasksRelease.Builder release = TasksRelease.newBuilder();
        for (int i = choose.below(4); i > 0; i--) {
            TaskRow task = leased(choose);
            release.addTasks(TaskRef.newBuilder()
                    .setProcessId(task.getProcessId())
                    .setNumber((int) choose.about(task.getNumber()))
                    .setAttempt((int) choose.about(task.getAttempt())));
        }
        return release.build();
    }

    /** A leased task, or now and then any other. */
    private static TaskRow leased(Chooser choose) {
        Optional<TaskRow> leased = choose.row(Columns.LEASES)
                .map(Map.Entry::getKey)
                .flatMap(lease -> choose.get(Columns.TASKS, new Keys.TaskKey(lease.processId(), lease.number())));
        if (leased.isPresent() && choose.chance(90)) {
            return leased.get();
        }
        return choose.row(Columns.TASKS).map(Map.Entry::getValue).orElse(TaskRow.getDefaultInstance());
    }
}
