package io.ams.op;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.ams.proto.TaskRow;
import io.ams.proto.TaskSpec;
import io.ams.proto.TaskState;
import io.ams.state.Keys;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaskLeaseTest {
    private final UpkeepScene scene = new UpkeepScene();

    @Test
    void handsOutWaitingTasksWithTheirInputOldestProcessFirst() {
        scene.create("p9", 2);
        scene.bench.passMillis(1);
        scene.addTable("t2");
        scene.bench.accept(
                Operations.PROCESS_CREATE,
                UpkeepScene.plan("p1", 2).toBuilder().setTableUuid("t2").build());

        List<TaskRow> leased = scene.lease(UpkeepScene.WORKER, 3);

        assertThat(leased).extracting(TaskRow::getProcessId).containsExactly("p9", "p9", "p1");
        assertThat(leased).extracting(TaskRow::getNumber).containsExactly(0, 1, 0);
        TaskRow first = leased.get(0);
        assertThat(first.getState()).isEqualTo(TaskState.LEASED);
        assertThat(first.getAttempt()).isEqualTo(1);
        assertThat(first.getWorker()).isEqualTo(UpkeepScene.WORKER);
        assertThat(first.getLeaseUntilMillis()).isEqualTo(scene.bench.now() + UpkeepScene.LEASE_MILLIS);
        assertThat(first.getStartedAtMillis()).isEqualTo(scene.bench.now());
        assertThat(first.getInput().toStringUtf8()).isEqualTo("input 0");
        assertThat(scene.task("p9", 0)).isEqualTo(first);
        assertThat(scene.waiting()).containsExactly(1);
        assertThat(scene.leases())
                .containsExactly(
                        new Keys.LeaseKey(UpkeepScene.WORKER, "p1", 0),
                        new Keys.LeaseKey(UpkeepScene.WORKER, "p9", 0),
                        new Keys.LeaseKey(UpkeepScene.WORKER, "p9", 1));
    }

    @Test
    void aTaskIsLeasedOnce() {
        scene.create("p1", 1);

        assertThat(scene.lease(UpkeepScene.WORKER, 64)).hasSize(1);
        assertThat(scene.lease(UpkeepScene.WORKER, 64)).isEmpty();
    }

    @Test
    void aTaskThatCameBackIsLeasedWithTheNextAttempt() {
        scene.create("p1", 1);
        scene.lease(UpkeepScene.WORKER, 1);
        scene.bench.accept(Operations.TASK_FAIL, UpkeepScene.fail("p1", 0, 1, UpkeepScene.WORKER));

        assertThat(scene.lease(UpkeepScene.WORKER, 1).get(0).getAttempt()).isEqualTo(2);
    }

    @Test
    void workersOfOtherGroupsGetNothing() {
        scene.bench.accept(
                Operations.GROUP_PUT,
                io.ams.proto.GroupPut.newBuilder().setName("other").build());
        scene.register("w2", "other");
        scene.create("p1", 1);

        assertThat(scene.lease("w2", 1)).isEmpty();
    }

    @Test
    void anAnswerHoldsNoMoreInputThanIsEnough() {
        int big = 250_000;
        io.ams.proto.ProcessCreate.Builder plan = UpkeepScene.plan("p1", 0).toBuilder();
        for (int i = 0; i < 10; i++) {
            plan.addTasks(TaskSpec.newBuilder().setInput(ByteString.copyFrom(new byte[big])));
        }
        scene.bench.accept(Operations.PROCESS_CREATE, plan.build());

        assertThat(scene.lease(UpkeepScene.WORKER, 10)).hasSize(TaskLease.ENOUGH_BYTES / big + 1);
    }

    @Test
    void refusesNumbersThatAreNone() {
        for (int max : new int[] {0, -1, TaskLease.MOST + 1}) {
            scene.bench.refuse(
                    ErrorCode.BAD_REQUEST, Operations.TASK_LEASE, UpkeepScene.leaseOf(UpkeepScene.WORKER, max));
        }
        scene.bench.refuse(
                ErrorCode.BAD_REQUEST,
                Operations.TASK_LEASE,
                UpkeepScene.leaseOf(UpkeepScene.WORKER, 1).toBuilder()
                        .setLeaseMillis(0)
                        .build());
    }

    @Test
    void refusesAWorkerThatIsNotThere() {
        scene.bench.refuse(ErrorCode.WORKER_NOT_FOUND, Operations.TASK_LEASE, UpkeepScene.leaseOf("w9", 1));
    }
}
