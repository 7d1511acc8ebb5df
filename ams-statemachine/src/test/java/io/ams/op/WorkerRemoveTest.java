package io.ams.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.TaskRef;
import io.ams.proto.TaskRow;
import io.ams.proto.TaskState;
import io.ams.state.Columns;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkerRemoveTest {
    private final UpkeepScene scene = new UpkeepScene();

    @Test
    void itsTasksGoBackToWhereTheyStoodWithoutCountingAsFailed() {
        scene.register("w2", UpkeepScene.GROUP);
        scene.create("p1", 4);
        scene.lease(UpkeepScene.WORKER, 2);
        scene.lease("w2", 1);

        List<TaskRef> released = remove(UpkeepScene.WORKER, 0);

        assertThat(released).extracting(TaskRef::getNumber).containsExactly(0, 1);
        assertThat(scene.waiting()).containsExactly(0, 1, 3);
        assertThat(scene.leases()).hasSize(1);
        TaskRow task = scene.task("p1", 0);
        assertThat(task.getState()).isEqualTo(TaskState.PENDING);
        assertThat(task.getFailures()).isZero();
        assertThat(task.getWorker()).isEmpty();
        assertThat(task.getAttempt()).isEqualTo(1);
        assertThat(scene.bench.find(Columns.WORKERS, UpkeepScene.WORKER)).isEmpty();
        assertThat(scene.task("p1", 2).getState()).isEqualTo(TaskState.LEASED);
    }

    @Test
    void leavesAWorkerAloneThatHasBeenSeenSince() {
        scene.create("p1", 1);
        scene.lease(UpkeepScene.WORKER, 1);
        long seen = scene.bench.now();

        assertThat(remove(UpkeepScene.WORKER, seen - 1)).isEmpty();
        assertThat(scene.bench.find(Columns.WORKERS, UpkeepScene.WORKER)).isPresent();
        assertThat(scene.task("p1", 0).getState()).isEqualTo(TaskState.LEASED);

        assertThat(remove(UpkeepScene.WORKER, seen)).hasSize(1);
        assertThat(scene.bench.find(Columns.WORKERS, UpkeepScene.WORKER)).isEmpty();
    }

    @Test
    void refusesAWorkerThatIsNotThere() {
        scene.bench.refuse(
                ErrorCode.WORKER_NOT_FOUND,
                Operations.WORKER_REMOVE,
                io.ams.proto.WorkerRemove.newBuilder().setId("w9").build());
    }

    private List<TaskRef> remove(String worker, long silentSince) {
        return scene.bench
                .accept(
                        Operations.WORKER_REMOVE,
                        io.ams.proto.WorkerRemove.newBuilder()
                                .setId(worker)
                                .setReason("silent")
                                .setIfSilentSinceMillis(silentSince)
                                .build())
                .getTasksList();
    }
}
