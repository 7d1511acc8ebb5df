package io.ams.op;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.ams.proto.BucketRow;
import io.ams.proto.ProcessKind;
import io.ams.proto.ProcessRow;
import io.ams.proto.ProcessState;
import io.ams.proto.TableBacklog;
import io.ams.proto.TaskRow;
import io.ams.proto.TaskSpec;
import io.ams.proto.TaskState;
import io.ams.state.Columns;
import io.ams.state.Keys;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class ProcessCreateTest {
    private final UpkeepScene scene = new UpkeepScene();

    @Test
    void writesTheProcessItsTasksAndTheirPlacesInTheQueueInOneStep() {
        ProcessRow process = scene.create("p1", 2);

        assertThat(process)
                .isEqualTo(ProcessRow.newBuilder()
                        .setProcessId("p1")
                        .setTableUuid(UpkeepScene.TABLE)
                        .setKind(ProcessKind.MINOR)
                        .setState(ProcessState.RUNNING)
                        .setReason("100 small files")
                        .setGroup(UpkeepScene.GROUP)
                        .setBaseSnapshotId(77)
                        .setTasks(2)
                        .setInputFiles(20)
                        .setInputBytes(2000)
                        .setCreatedAtMillis(scene.bench.now())
                        .setPlannedBy(UpkeepScene.OWNER)
                        .setPlannedEpoch(UpkeepScene.EPOCH)
                        .build());
        assertThat(scene.process("p1")).isEqualTo(process);
        assertThat(scene.bench.row(Columns.ACTIVE_PROCESSES, "p1").getTableUuid())
                .isEqualTo(UpkeepScene.TABLE);
        TaskRow second = scene.task("p1", 1);
        assertThat(second.getState()).isEqualTo(TaskState.PENDING);
        assertThat(second.getInput().toStringUtf8()).isEqualTo("input 1");
        assertThat(second.getInputFiles()).isEqualTo(10);
        assertThat(scene.bench.keys(Columns.QUEUE))
                .containsExactly(
                        new Keys.QueueKey(UpkeepScene.GROUP, scene.bench.now(), "p1", 0),
                        new Keys.QueueKey(UpkeepScene.GROUP, scene.bench.now(), "p1", 1));
    }

    @Test
    void marksTheTableAndTakesItsBacklogAsSeen() {
        scene.create("p1", 1);

        assertThat(scene.table().getRunningProcess()).isEqualTo("p1");
        assertThat(scene.table().getBacklog()).isEqualTo(TableBacklog.getDefaultInstance());
    }

    @Test
    void refusesPlansThatAreNone() {
        refuse(ErrorCode.BAD_REQUEST, plan -> plan.setProcessId(""));
        refuse(ErrorCode.BAD_REQUEST, plan -> plan.clearKind());
        refuse(ErrorCode.BAD_REQUEST, plan -> plan.setKindValue(99));
        refuse(ErrorCode.BAD_REQUEST, plan -> plan.clearTasks());
        refuse(
                ErrorCode.BAD_REQUEST,
                plan -> plan.addTasks(TaskSpec.newBuilder().setInputFiles(-1)));
        refuse(
                ErrorCode.BAD_REQUEST,
                plan -> plan.addTasks(TaskSpec.newBuilder().setInputBytes(-1)));
        refuse(ErrorCode.BAD_REQUEST, plan -> plan.addTasks(input(ProcessCreate.MOST_INPUT + 1)));
        scene.bench.refuse(
                ErrorCode.BAD_REQUEST, Operations.PROCESS_CREATE, UpkeepScene.plan("p1", ProcessCreate.MOST_TASKS + 1));
    }

    @Test
    void takesThePlanThatIsJustSmallEnough() {
        scene.bench.accept(
                Operations.PROCESS_CREATE,
                UpkeepScene.plan("p1", ProcessCreate.MOST_TASKS - 1).toBuilder()
                        .addTasks(input(ProcessCreate.MOST_INPUT))
                        .build());

        assertThat(scene.waiting()).hasSize(ProcessCreate.MOST_TASKS);
    }

    @Test
    void refusesATableThatIsNotThere() {
        refuse(ErrorCode.TABLE_NOT_FOUND, plan -> plan.setTableUuid("t9"));
    }

    @Test
    void refusesEveryEpochButTheOneThatStands() {
        refuse(ErrorCode.STALE_EPOCH, plan -> plan.setEpoch(UpkeepScene.EPOCH - 1));
        refuse(ErrorCode.STALE_EPOCH, plan -> plan.setEpoch(UpkeepScene.EPOCH + 1));
        refuse(ErrorCode.STALE_EPOCH, plan -> plan.setEpoch(0));
    }

    @Test
    void refusesAnyEpochWhileTheBucketHasNoOwner() {
        scene.bench.put(
                Columns.BUCKETS,
                UpkeepScene.BUCKET,
                BucketRow.newBuilder().setBucket(UpkeepScene.BUCKET).build());

        refuse(ErrorCode.STALE_EPOCH, plan -> plan.setEpoch(0));
        refuse(ErrorCode.STALE_EPOCH, plan -> plan);
    }

    @Test
    void refusesASecondProcessForTheTable() {
        scene.create("p1", 1);

        refuse(ErrorCode.PROCESS_EXISTS, plan -> plan.setProcessId("p2"));
    }

    @Test
    void refusesTheIdOfAnotherProcessUnderWayOrOver() {
        scene.create("p1", 1);
        scene.addTable("t2");
        refuse(ErrorCode.PROCESS_EXISTS, plan -> plan.setTableUuid("t2"));

        scene.bench.accept(
                Operations.PROCESS_FINISH,
                io.ams.proto.ProcessFinish.newBuilder()
                        .setTableUuid(UpkeepScene.TABLE)
                        .setProcessId("p1")
                        .setState(ProcessState.CANCELED)
                        .build());
        refuse(ErrorCode.PROCESS_EXISTS, plan -> plan);
    }

    @Test
    void refusesAGroupThatIsNotThere() {
        refuse(ErrorCode.GROUP_NOT_FOUND, plan -> plan.setGroup("nowhere"));
    }

    private void refuse(ErrorCode code, UnaryOperator<io.ams.proto.ProcessCreate.Builder> change) {
        scene.bench.refuse(
                code,
                Operations.PROCESS_CREATE,
                change.apply(UpkeepScene.plan("p1", 1).toBuilder()).build());
    }

    private static TaskSpec input(int bytes) {
        return TaskSpec.newBuilder()
                .setInput(ByteString.copyFrom(new byte[bytes]))
                .build();
    }
}
