package io.ams.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.TaskProgress;
import io.ams.proto.TaskRow;
import io.ams.state.Columns;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkerHeartbeatTest {
    private final UpkeepScene scene = new UpkeepScene();

    @Test
    void renewsTheLeasesOfNamedTasksAndKeepsTheirProgress() {
        scene.create("p1", 3);
        scene.lease(UpkeepScene.WORKER, 2);
        scene.bench.passMillis(10_000);

        List<TaskProgress> lost = beat(progress("p1", 0, 1, 40), progress("p1", 1, 1, 4_000_000));

        assertThat(lost).isEmpty();
        TaskRow first = scene.task("p1", 0);
        assertThat(first.getLeaseUntilMillis()).isEqualTo(scene.bench.now() + UpkeepScene.LEASE_MILLIS);
        assertThat(first.getPercent()).isEqualTo(40);
        assertThat(scene.task("p1", 1).getPercent()).isEqualTo(100);
        assertThat(scene.bench.row(Columns.WORKERS, UpkeepScene.WORKER).getLastSeenAtMillis())
                .isEqualTo(scene.bench.now());
    }

    @Test
    void leavesTasksAloneThatAreNotNamed() {
        scene.create("p1", 1);
        TaskRow leased = scene.lease(UpkeepScene.WORKER, 1).get(0);
        scene.bench.passMillis(10_000);

        beat();

        assertThat(scene.task("p1", 0)).isEqualTo(leased);
    }

    @Test
    void saysWhichNamedTasksAreLost() {
        scene.register("w2", UpkeepScene.GROUP);
        scene.create("p1", 4);
        scene.lease(UpkeepScene.WORKER, 2);
        scene.lease("w2", 1);
        scene.bench.accept(Operations.TASK_COMPLETE, UpkeepScene.complete("p1", 0, 1, UpkeepScene.WORKER));

        TaskProgress done = progress("p1", 0, 1, 50);
        TaskProgress otherAttempt = progress("p1", 1, 2, 50);
        TaskProgress others = progress("p1", 2, 1, 50);
        TaskProgress waiting = progress("p1", 3, 0, 50);
        TaskProgress nowhere = progress("p9", 0, 1, 50);
        TaskProgress impossible = progress("p1", -1, 1, 50);

        assertThat(beat(done, otherAttempt, others, waiting, nowhere, impossible))
                .containsExactly(done, otherAttempt, others, waiting, nowhere, impossible);
        assertThat(scene.task("p1", 1).getPercent()).isZero();
    }

    @Test
    void refusesAWorkerThatIsNotThere() {
        scene.bench.refuse(
                ErrorCode.WORKER_NOT_FOUND, Operations.WORKER_HEARTBEAT, heartbeat("w9", UpkeepScene.LEASE_MILLIS));
    }

    @Test
    void refusesLeasesThatNoTimerCanHold() {
        for (long millis : new long[] {0, -1, TaskRows.LONGEST_LEASE + 1, Long.MAX_VALUE}) {
            scene.bench.refuse(
                    ErrorCode.BAD_REQUEST, Operations.WORKER_HEARTBEAT, heartbeat(UpkeepScene.WORKER, millis));
        }
    }

    private List<TaskProgress> beat(TaskProgress... tasks) {
        return scene.bench
                .accept(
                        Operations.WORKER_HEARTBEAT,
                        heartbeat(UpkeepScene.WORKER, UpkeepScene.LEASE_MILLIS).toBuilder()
                                .addAllTasks(List.of(tasks))
                                .build())
                .getLostList();
    }

    private static io.ams.proto.WorkerHeartbeat heartbeat(String worker, long leaseMillis) {
        return io.ams.proto.WorkerHeartbeat.newBuilder()
                .setId(worker)
                .setLeaseMillis(leaseMillis)
                .build();
    }

    private static TaskProgress progress(String process, int number, int attempt, int percent) {
        return TaskProgress.newBuilder()
                .setProcessId(process)
                .setNumber(number)
                .setAttempt(attempt)
                .setPercent(percent)
                .build();
    }
}
