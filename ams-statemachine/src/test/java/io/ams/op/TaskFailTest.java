package io.ams.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.ProcessRow;
import io.ams.proto.ProcessState;
import io.ams.proto.TaskRow;
import io.ams.proto.TaskState;
import io.ams.state.Columns;
import org.junit.jupiter.api.Test;

class TaskFailTest {
    private final UpkeepScene scene = new UpkeepScene();

    @Test
    void aFailedTaskWaitsAgain() {
        scene.create("p1", 2);
        scene.lease(UpkeepScene.WORKER, 1);

        ProcessRow process = fail(0, 1);

        assertThat(process.getState()).isEqualTo(ProcessState.RUNNING);
        TaskRow task = scene.task("p1", 0);
        assertThat(task.getState()).isEqualTo(TaskState.PENDING);
        assertThat(task.getFailures()).isEqualTo(1);
        assertThat(task.getLastError()).isEqualTo("disk full");
        assertThat(scene.waiting()).containsExactly(0, 1);
        assertThat(scene.leases()).isEmpty();
    }

    @Test
    void theProcessIsGivenUpWhenATaskFailedTooOften() {
        scene.bench.accept(
                Operations.SETTING_PUT,
                io.ams.proto.SettingPut.newBuilder()
                        .setKey(Settings.TASK_MAX_FAILURES.key())
                        .setValue("2")
                        .build());
        scene.create("p1", 3);
        scene.lease(UpkeepScene.WORKER, 1);
        fail(0, 1);
        scene.lease(UpkeepScene.WORKER, 2);

        ProcessRow ended = fail(0, 2);

        assertThat(ended.getState()).isEqualTo(ProcessState.FAILED);
        assertThat(ended.getFailure()).contains("task 0", "2 times", UpkeepScene.WORKER, "disk full");
        assertThat(ended.getEndedAtMillis()).isEqualTo(scene.bench.now());
        assertThat(scene.process("p1")).isEqualTo(ended);
        assertThat(scene.table().getRunningProcess()).isEmpty();
        assertThat(scene.bench.keys(Columns.TASKS)).isEmpty();
        assertThat(scene.waiting()).isEmpty();
        assertThat(scene.leases()).isEmpty();
        assertThat(scene.bench.keys(Columns.ACTIVE_PROCESSES)).isEmpty();
    }

    @Test
    void keepsTheBeginningOfALongErrorAndNeverHalfACharacter() {
        scene.create("p1", 1);
        scene.lease(UpkeepScene.WORKER, 1);
        String kept = "x".repeat(TaskFail.MAX_ERROR - 1);

        scene.bench.accept(
                Operations.TASK_FAIL,
                UpkeepScene.fail("p1", 0, 1, UpkeepScene.WORKER).toBuilder()
                        .setError(kept + "\uD83D\uDE00 and more")
                        .build());

        assertThat(scene.task("p1", 0).getLastError()).isEqualTo(kept);
    }

    @Test
    void refusesOtherAttemptsOtherWorkersAndASecondTime() {
        scene.create("p1", 1);
        scene.lease(UpkeepScene.WORKER, 1);

        refuse(ErrorCode.TASK_ATTEMPT_STALE, UpkeepScene.fail("p1", 0, 2, UpkeepScene.WORKER));
        refuse(ErrorCode.TASK_ATTEMPT_STALE, UpkeepScene.fail("p1", 0, 1, "w2"));
        fail(0, 1);
        refuse(ErrorCode.TASK_ATTEMPT_STALE, UpkeepScene.fail("p1", 0, 1, UpkeepScene.WORKER));
        assertThat(scene.task("p1", 0).getFailures()).isEqualTo(1);
    }

    @Test
    void refusesTasksThatAreNotThere() {
        refuse(ErrorCode.TASK_NOT_FOUND, UpkeepScene.fail("p1", 0, 1, UpkeepScene.WORKER));
        refuse(ErrorCode.TASK_NOT_FOUND, UpkeepScene.fail("p1", -5, 1, UpkeepScene.WORKER));
    }

    private ProcessRow fail(int number, int attempt) {
        return scene.bench.accept(Operations.TASK_FAIL, UpkeepScene.fail("p1", number, attempt, UpkeepScene.WORKER));
    }

    private void refuse(ErrorCode code, io.ams.proto.TaskFail fail) {
        scene.bench.refuse(code, Operations.TASK_FAIL, fail);
    }
}
