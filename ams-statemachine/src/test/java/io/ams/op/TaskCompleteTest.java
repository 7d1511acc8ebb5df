package io.ams.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.BucketRow;
import io.ams.proto.ProcessRow;
import io.ams.proto.ProcessState;
import io.ams.proto.TaskComplete;
import io.ams.proto.TaskRow;
import io.ams.proto.TaskState;
import io.ams.state.Columns;
import org.junit.jupiter.api.Test;

class TaskCompleteTest {
    private final UpkeepScene scene = new UpkeepScene();

    @Test
    void countsTheResultAndWithTheLastOneTheProcessIsToBeCommitted() {
        scene.create("p1", 2);
        scene.lease(UpkeepScene.WORKER, 2);

        ProcessRow half = complete(UpkeepScene.complete("p1", 0, 1, UpkeepScene.WORKER));
        assertThat(half.getState()).isEqualTo(ProcessState.RUNNING);
        assertThat(half.getTasksDone()).isEqualTo(1);

        ProcessRow all = complete(UpkeepScene.complete("p1", 1, 1, UpkeepScene.WORKER));
        assertThat(all.getState()).isEqualTo(ProcessState.COMMITTING);
        assertThat(all.getTasksDone()).isEqualTo(2);
        assertThat(all.getOutputFiles()).isEqualTo(2);
        assertThat(all.getOutputBytes()).isEqualTo(1800);
        assertThat(scene.process("p1")).isEqualTo(all);

        TaskRow task = scene.task("p1", 0);
        assertThat(task.getState()).isEqualTo(TaskState.DONE);
        assertThat(task.getOutput().toStringUtf8()).isEqualTo("output 0");
        assertThat(task.getEndedAtMillis()).isEqualTo(scene.bench.now());
        assertThat(task.getPercent()).isEqualTo(100);
        assertThat(scene.leases()).isEmpty();
    }

    @Test
    void theSameResultAgainIsAcceptedAndChangesNothing() {
        scene.create("p1", 2);
        scene.lease(UpkeepScene.WORKER, 1);
        ProcessRow first = complete(UpkeepScene.complete("p1", 0, 1, UpkeepScene.WORKER));

        ProcessRow again = complete(UpkeepScene.complete("p1", 0, 1, UpkeepScene.WORKER));

        assertThat(again).isEqualTo(first);
        assertThat(scene.process("p1").getTasksDone()).isEqualTo(1);
    }

    @Test
    void theOwnerOfTheTableDoesNotMatter() {
        scene.create("p1", 1);
        scene.lease(UpkeepScene.WORKER, 1);
        scene.bench.put(
                Columns.BUCKETS,
                UpkeepScene.BUCKET,
                BucketRow.newBuilder()
                        .setBucket(UpkeepScene.BUCKET)
                        .setOwner("n2")
                        .setEpoch(UpkeepScene.EPOCH + 1)
                        .build());

        assertThat(complete(UpkeepScene.complete("p1", 0, 1, UpkeepScene.WORKER))
                        .getState())
                .isEqualTo(ProcessState.COMMITTING);
    }

    @Test
    void aResultThatComesAfterTheEndOfItsLeaseCountsWhileNobodyElseHasTheTask() {
        scene.create("p1", 1);
        scene.lease(UpkeepScene.WORKER, 1);
        scene.bench.passMillis(UpkeepScene.LEASE_MILLIS * 2);

        assertThat(complete(UpkeepScene.complete("p1", 0, 1, UpkeepScene.WORKER))
                        .getTasksDone())
                .isEqualTo(1);
    }

    @Test
    void refusesResultsOfOtherAttemptsAndOtherWorkers() {
        scene.register("w2", UpkeepScene.GROUP);
        scene.create("p1", 2);
        scene.lease(UpkeepScene.WORKER, 1);

        refuse(ErrorCode.TASK_ATTEMPT_STALE, UpkeepScene.complete("p1", 0, 2, UpkeepScene.WORKER));
        refuse(ErrorCode.TASK_ATTEMPT_STALE, UpkeepScene.complete("p1", 0, 1, "w2"));
        refuse(ErrorCode.TASK_ATTEMPT_STALE, UpkeepScene.complete("p1", 1, 0, ""));

        complete(UpkeepScene.complete("p1", 0, 1, UpkeepScene.WORKER));
        refuse(ErrorCode.TASK_ATTEMPT_STALE, UpkeepScene.complete("p1", 0, 1, "w2"));
        refuse(ErrorCode.TASK_ATTEMPT_STALE, UpkeepScene.complete("p1", 0, 2, UpkeepScene.WORKER));
    }

    @Test
    void refusesALateResultOfAnAttemptThatWasTakenBack() {
        scene.create("p1", 1);
        scene.lease(UpkeepScene.WORKER, 1);
        scene.bench.accept(Operations.TASK_FAIL, UpkeepScene.fail("p1", 0, 1, UpkeepScene.WORKER));

        refuse(ErrorCode.TASK_ATTEMPT_STALE, UpkeepScene.complete("p1", 0, 1, UpkeepScene.WORKER));
        scene.lease(UpkeepScene.WORKER, 1);
        refuse(ErrorCode.TASK_ATTEMPT_STALE, UpkeepScene.complete("p1", 0, 1, UpkeepScene.WORKER));
        complete(UpkeepScene.complete("p1", 0, 2, UpkeepScene.WORKER));
    }

    @Test
    void refusesTasksThatAreNotThere() {
        scene.create("p1", 1);

        refuse(ErrorCode.TASK_NOT_FOUND, UpkeepScene.complete("p9", 0, 1, UpkeepScene.WORKER));
        refuse(ErrorCode.TASK_NOT_FOUND, UpkeepScene.complete("p1", 1, 1, UpkeepScene.WORKER));
        refuse(ErrorCode.TASK_NOT_FOUND, UpkeepScene.complete("p1", -1, 1, UpkeepScene.WORKER));
    }

    @Test
    void refusesFiguresBelowZero() {
        TaskComplete complete = UpkeepScene.complete("p1", 0, 1, UpkeepScene.WORKER);
        refuse(ErrorCode.BAD_REQUEST, complete.toBuilder().setOutputFiles(-1).build());
        refuse(ErrorCode.BAD_REQUEST, complete.toBuilder().setOutputBytes(-1).build());
    }

    private ProcessRow complete(TaskComplete complete) {
        return scene.bench.accept(Operations.TASK_COMPLETE, complete);
    }

    private void refuse(ErrorCode code, TaskComplete complete) {
        scene.bench.refuse(code, Operations.TASK_COMPLETE, complete);
    }
}
