package io.ams.iceberg.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.ams.op.Operations;
import io.ams.optimizer.rewrite.ConfiguredFileIOSource;
import io.ams.optimizer.rewrite.RewriteExecutor;
import io.ams.optimizer.rewrite.TaskControl;
import io.ams.optimizer.task.RewriteInput;
import io.ams.optimizer.task.RewriteOutput;
import io.ams.proto.ProcessCreate;
import io.ams.proto.ProcessRow;
import io.ams.proto.ProcessState;
import io.ams.proto.TableRow;
import io.ams.proto.TaskComplete;
import io.ams.proto.TaskLease;
import io.ams.proto.TaskRow;
import io.ams.proto.WorkerRegister;
import io.ams.raft.Replica;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.DataFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commits of processes whose tasks are done, against users and other owners. */
class ProcessCommitterTest {
    private static final TaskControl FREE = new TaskControl() {
        @Override
        public boolean cancelled() {
            return false;
        }

        @Override
        public void progress(int percent) {}
    };

    private Lakehouse house;
    private String table;
    private List<DataFile> inA;
    private List<DataFile> inB;

    @BeforeEach
    void twoPartitionsOfSmallFiles(@TempDir Path folder) throws IOException {
        house = new Lakehouse(folder);
        house.own(Lakehouse.N1);
        table = house.createTable(2, true, Map.of());
        inA = house.append(table, 12, 3, "a");
        inB = house.append(table, 12, 3, "b");
        plan();
        work();
    }

    private void plan() {
        TableRow row = house.row(table);
        UpkeepPlan plan = new MinorPlanner(house.source).plan(row, false);
        assertThat(plan.tasks()).hasSize(2);
        house.submit(
                Operations.PROCESS_CREATE,
                ProcessCreate.newBuilder()
                        .setProcessId("p1")
                        .setTableUuid(table)
                        .setEpoch(house.epoch(row.getBucket()))
                        .setKind(plan.kind())
                        .setGroup("default")
                        .setBaseSnapshotId(plan.baseSnapshotId())
                        .addAllTasks(plan.tasks())
                        .build());
    }

    private void work() throws IOException {
        house.submit(
                Operations.WORKER_REGISTER,
                WorkerRegister.newBuilder()
                        .setId("w")
                        .setGroup("default")
                        .setThreads(1)
                        .build());
        List<TaskRow> tasks = house.submit(
                        Operations.TASK_LEASE,
                        TaskLease.newBuilder()
                                .setWorker("w")
                                .setMax(64)
                                .setLeaseMillis(60_000)
                                .build())
                .getTasksList();
        for (TaskRow task : tasks) {
            RewriteInput input = RewriteInput.unpack(task.getInput().toByteArray());
            RewriteOutput output =
                    new RewriteExecutor(new ConfiguredFileIOSource()).run(input, "p1-" + task.getNumber(), FREE);
            house.submit(
                    Operations.TASK_COMPLETE,
                    TaskComplete.newBuilder()
                            .setProcessId("p1")
                            .setNumber(task.getNumber())
                            .setAttempt(task.getAttempt())
                            .setWorker("w")
                            .setOutput(ByteString.copyFrom(
                                    output.pack(input.table().specsById())))
                            .setOutputFiles(output.files().size())
                            .setOutputBytes(output.bytes())
                            .build());
        }
    }

    private ProcessCommitter.End commit(Replica replica, long epoch) {
        return new ProcessCommitter("owner", replica.reader(), replica.submitter(), house.source)
                .commit(house.row(table), process(), epoch, 0);
    }

    private ProcessRow process() {
        return house.processes(table).get(0);
    }

    private long epoch() {
        return house.epoch(house.row(table).getBucket());
    }

    private void deleteAsUser(List<DataFile> files) {
        var delete = house.table(table).newDelete();
        files.forEach(file -> delete.deleteFile(file.location()));
        delete.commit();
    }

    @Test
    void bothPartitionsAreCommittedInOneSnapshot() {
        List<String> rows = house.rows(table);
        assertThat(commit(house.replica, epoch())).isEqualTo(ProcessCommitter.End.OVER);
        assertThat(process().getState()).isEqualTo(ProcessState.SUCCESS);
        assertThat(process().getOutputFiles()).isEqualTo(2);
        assertThat(house.rows(table)).isEqualTo(rows).hasSize(72);
        assertThat(house.dataFiles(table)).isEqualTo(2);
        assertThat(house.row(table).getSummary().getDataFiles()).isEqualTo(2);
        assertThat(house.committedProcesses(table)).containsExactly("p1");
        assertThat(house.table(table).currentSnapshot().summary()).containsEntry("snapshot.producer", "OPTIMIZE");
    }

    @Test
    void aFormerOwnerIsRefusedAndLeavesNothingButTheResultsForTheNewOne() {
        long old = epoch();
        house.own(Lakehouse.N2);
        Set<String> metadata = house.files(table, "metadata");
        Set<String> data = house.files(table, "data");
        long version = house.row(table).getVersion();
        assertThat(commit(house.replica, old)).isEqualTo(ProcessCommitter.End.OVER);
        assertThat(house.row(table).getVersion()).isEqualTo(version);
        assertThat(process().getState()).isEqualTo(ProcessState.COMMITTING);
        assertThat(house.files(table, "metadata")).isEqualTo(metadata);
        assertThat(house.files(table, "data")).isEqualTo(data);
        assertThat(commit(house.replica, epoch())).isEqualTo(ProcessCommitter.End.OVER);
        assertThat(process().getState()).isEqualTo(ProcessState.SUCCESS);
        assertThat(house.committedProcesses(table)).containsExactly("p1");
    }

    @Test
    void aUsersAppendIsKept() {
        house.append(table, 2, 3, "a");
        List<String> rows = house.rows(table);
        assertThat(commit(house.replica, epoch())).isEqualTo(ProcessCommitter.End.OVER);
        assertThat(house.rows(table)).isEqualTo(rows).hasSize(78);
        assertThat(house.dataFiles(table)).isEqualTo(4);
        assertThat(house.row(table).getBacklog().getFiles()).isEqualTo(2);
    }

    @Test
    void whatAUserDeletedStaysDeletedAndTheOtherPartitionIsCommitted() {
        deleteAsUser(inA.subList(0, 1));
        List<String> rows = house.rows(table);
        assertThat(rows).hasSize(69);
        int data = house.files(table, "data").size();
        assertThat(commit(house.replica, epoch())).isEqualTo(ProcessCommitter.End.OVER);
        assertThat(process().getState()).isEqualTo(ProcessState.SUCCESS);
        assertThat(process().getOutputFiles()).isEqualTo(1);
        assertThat(house.rows(table)).isEqualTo(rows);
        assertThat(house.dataFiles(table)).isEqualTo(12);
        // The result for the partition that the user changed is removed.
        assertThat(house.files(table, "data")).hasSize(data - 1);
    }

    @Test
    void withNothingLeftToCommitTheProcessFailsAndItsFilesGo() {
        List<DataFile> oneOfEach = new ArrayList<>(inA.subList(0, 1));
        oneOfEach.addAll(inB.subList(0, 1));
        deleteAsUser(oneOfEach);
        List<String> rows = house.rows(table);
        int data = house.files(table, "data").size();
        assertThat(commit(house.replica, epoch())).isEqualTo(ProcessCommitter.End.OVER);
        assertThat(process().getState()).isEqualTo(ProcessState.FAILED);
        assertThat(process().getFailure()).contains("users changed");
        assertThat(house.rows(table)).isEqualTo(rows);
        assertThat(house.files(table, "data")).hasSize(data - 2);
        assertThat(house.row(table).getRunningProcess()).isEmpty();
    }

    @Test
    void anUnknownOutcomeKeepsEveryFileAndIsFoundOutLater() {
        List<String> rows = house.rows(table);
        Set<String> data = house.files(table, "data");
        MortalReplica landed = new MortalReplica(house.replica, 1, true);
        assertThat(commit(landed, epoch())).isEqualTo(ProcessCommitter.End.LATER);
        assertThat(process().getState()).isEqualTo(ProcessState.SUCCESS);
        assertThat(house.files(table, "data")).isEqualTo(data);
        assertThat(house.rows(table)).isEqualTo(rows);
        long version = house.row(table).getVersion();
        assertThat(commit(house.replica, epoch())).isEqualTo(ProcessCommitter.End.OVER);
        assertThat(house.row(table).getVersion()).isEqualTo(version);
        assertThat(house.rows(table)).isEqualTo(rows);
    }

    @Test
    void anOutcomeThatDidNotLandIsCommittedByTheNextTry() {
        MortalReplica lost = new MortalReplica(house.replica, 1, false);
        assertThat(commit(lost, epoch())).isEqualTo(ProcessCommitter.End.LATER);
        assertThat(process().getState()).isEqualTo(ProcessState.COMMITTING);
        assertThat(commit(house.replica, epoch())).isEqualTo(ProcessCommitter.End.OVER);
        assertThat(process().getState()).isEqualTo(ProcessState.SUCCESS);
        assertThat(house.committedProcesses(table)).containsExactly("p1");
    }
}
