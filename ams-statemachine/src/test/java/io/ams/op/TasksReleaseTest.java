package io.ams.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.TaskRef;
import io.ams.proto.TaskState;
import java.util.List;
import org.junit.jupiter.api.Test;

class TasksReleaseTest {
    private final UpkeepScene scene = new UpkeepScene();

    @Test
    void takesBackLeasesWhoseTimeIsOverAndNoneBefore() {
        scene.create("p1", 2);
        scene.lease(UpkeepScene.WORKER, 1);

        scene.bench.passMillis(UpkeepScene.LEASE_MILLIS);
        assertThat(release(ref("p1", 0, 1))).isEmpty();

        scene.bench.passMillis(1);
        assertThat(release(ref("p1", 0, 1), ref("p1", 0, 1))).containsExactly(ref("p1", 0, 1));
        assertThat(scene.task("p1", 0).getState()).isEqualTo(TaskState.PENDING);
        assertThat(scene.task("p1", 0).getFailures()).isZero();
        assertThat(scene.waiting()).containsExactly(0, 1);
        assertThat(scene.leases()).isEmpty();
    }

    @Test
    void leavesEverythingElseAlone() {
        scene.create("p1", 3);
        scene.lease(UpkeepScene.WORKER, 2);
        scene.bench.accept(Operations.TASK_COMPLETE, UpkeepScene.complete("p1", 1, 1, UpkeepScene.WORKER));
        scene.bench.passMillis(UpkeepScene.LEASE_MILLIS + 1);

        assertThat(release(ref("p1", 0, 2), ref("p1", 1, 1), ref("p1", 2, 0), ref("p9", 0, 1), ref("p1", -1, 1)))
                .isEmpty();
        assertThat(scene.task("p1", 0).getState()).isEqualTo(TaskState.LEASED);
        assertThat(scene.task("p1", 1).getState()).isEqualTo(TaskState.DONE);
        assertThat(scene.waiting()).containsExactly(2);
    }

    private List<TaskRef> release(TaskRef... refs) {
        return scene.bench
                .accept(
                        Operations.TASKS_RELEASE,
                        io.ams.proto.TasksRelease.newBuilder()
                                .addAllTasks(List.of(refs))
                                .build())
                .getTasksList();
    }

    private static TaskRef ref(String process, int number, int attempt) {
        return TaskRef.newBuilder()
                .setProcessId(process)
                .setNumber(number)
                .setAttempt(attempt)
                .build();
    }
}
