package io.ams.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.ProcessRow;
import io.ams.proto.ProcessState;
import io.ams.state.Columns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProcessFinishTest {
    private final UpkeepScene scene = new UpkeepScene();

    @ParameterizedTest
    @EnumSource(
            value = ProcessState.class,
            names = {"SUCCESS", "FAILED", "CANCELED"})
    void theOwnerEndsAProcessAndItsTableIsFree(ProcessState end) {
        scene.create("p1", 3);
        scene.lease(UpkeepScene.WORKER, 1);
        scene.bench.passMillis(9);

        ProcessRow ended = scene.bench.accept(Operations.PROCESS_FINISH, finish("p1", end, UpkeepScene.EPOCH));

        assertThat(ended.getState()).isEqualTo(end);
        assertThat(ended.getFailure()).isEqualTo(end == ProcessState.SUCCESS ? "" : "because");
        assertThat(ended.getEndedAtMillis()).isEqualTo(scene.bench.now());
        assertThat(scene.process("p1")).isEqualTo(ended);
        assertThat(scene.table().getRunningProcess()).isEmpty();
        assertThat(scene.bench.keys(Columns.TASKS)).isEmpty();
        assertThat(scene.waiting()).isEmpty();
        assertThat(scene.leases()).isEmpty();
        assertThat(scene.bench.keys(Columns.ACTIVE_PROCESSES)).isEmpty();
        scene.create("p2", 1);
    }

    @Test
    void aProcessThatIsBeingCommittedCanBeEndedToo() {
        scene.create("p1", 1);
        scene.lease(UpkeepScene.WORKER, 1);
        scene.bench.accept(Operations.TASK_COMPLETE, UpkeepScene.complete("p1", 0, 1, UpkeepScene.WORKER));

        ProcessRow ended =
                scene.bench.accept(Operations.PROCESS_FINISH, finish("p1", ProcessState.SUCCESS, UpkeepScene.EPOCH));

        assertThat(ended.getState()).isEqualTo(ProcessState.SUCCESS);
    }

    @Test
    void aPersonCancelsWithoutAnEpochAndDoesNothingElse() {
        scene.create("p1", 1);

        refuse(ErrorCode.BAD_REQUEST, finish("p1", ProcessState.FAILED, 0));
        refuse(ErrorCode.BAD_REQUEST, finish("p1", ProcessState.SUCCESS, 0));
        scene.bench.accept(Operations.PROCESS_FINISH, finish("p1", ProcessState.CANCELED, 0));
        assertThat(scene.process("p1").getState()).isEqualTo(ProcessState.CANCELED);
    }

    @Test
    void refusesStatesThatAreNoEnd() {
        scene.create("p1", 1);

        refuse(ErrorCode.BAD_REQUEST, finish("p1", ProcessState.RUNNING, UpkeepScene.EPOCH));
        refuse(ErrorCode.BAD_REQUEST, finish("p1", ProcessState.COMMITTING, UpkeepScene.EPOCH));
        refuse(ErrorCode.BAD_REQUEST, finish("p1", ProcessState.PROCESS_STATE_UNSPECIFIED, UpkeepScene.EPOCH));
        refuse(
                ErrorCode.BAD_REQUEST,
                finish("p1", ProcessState.FAILED, UpkeepScene.EPOCH).toBuilder()
                        .setStateValue(99)
                        .build());
    }

    @Test
    void refusesAFormerOwner() {
        scene.create("p1", 1);

        refuse(ErrorCode.STALE_EPOCH, finish("p1", ProcessState.FAILED, UpkeepScene.EPOCH - 1));
        refuse(ErrorCode.STALE_EPOCH, finish("p1", ProcessState.CANCELED, UpkeepScene.EPOCH + 1));
    }

    @Test
    void refusesAProcessThatIsOver() {
        scene.create("p1", 1);
        scene.bench.accept(Operations.PROCESS_FINISH, finish("p1", ProcessState.CANCELED, 0));

        refuse(ErrorCode.PROCESS_ENDED, finish("p1", ProcessState.CANCELED, 0));
    }

    @Test
    void refusesAProcessThatIsNotThere() {
        scene.create("p1", 1);

        refuse(ErrorCode.PROCESS_NOT_FOUND, finish("p9", ProcessState.CANCELED, 0));
        refuse(
                ErrorCode.PROCESS_NOT_FOUND,
                finish("p1", ProcessState.CANCELED, 0).toBuilder()
                        .setTableUuid("t9")
                        .build());
    }

    private void refuse(ErrorCode code, io.ams.proto.ProcessFinish finish) {
        scene.bench.refuse(code, Operations.PROCESS_FINISH, finish);
    }

    private static io.ams.proto.ProcessFinish finish(String process, ProcessState state, long epoch) {
        return io.ams.proto.ProcessFinish.newBuilder()
                .setTableUuid(UpkeepScene.TABLE)
                .setProcessId(process)
                .setState(state)
                .setReason("because")
                .setEpoch(epoch)
                .build();
    }
}
