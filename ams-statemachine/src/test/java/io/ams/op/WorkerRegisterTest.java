package io.ams.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.WorkerRow;
import io.ams.state.Columns;
import org.junit.jupiter.api.Test;

class WorkerRegisterTest {
    private final UpkeepScene scene = new UpkeepScene();

    @Test
    void theSameIdAgainRefreshesTheRowAndKeepsItsLeases() {
        scene.create("p1", 1);
        scene.lease(UpkeepScene.WORKER, 1);
        scene.bench.passMillis(500);

        WorkerRow again =
                scene.bench.accept(Operations.WORKER_REGISTER, worker(UpkeepScene.WORKER, UpkeepScene.GROUP, 8));

        assertThat(again.getThreads()).isEqualTo(8);
        assertThat(again.getKind()).isEqualTo("embedded");
        assertThat(again.getHost()).isEqualTo("h2");
        assertThat(again.getRegisteredAtMillis()).isEqualTo(RuleBench.START_MILLIS);
        assertThat(again.getLastSeenAtMillis()).isEqualTo(RuleBench.START_MILLIS + 500);
        assertThat(scene.bench.row(Columns.WORKERS, UpkeepScene.WORKER)).isEqualTo(again);
        assertThat(scene.leases()).hasSize(1);
    }

    @Test
    void refusesAGroupThatIsNotThere() {
        scene.bench.refuse(ErrorCode.GROUP_NOT_FOUND, Operations.WORKER_REGISTER, worker("w9", "nowhere", 1));
    }

    @Test
    void refusesAWorkerWithoutIdOrThreads() {
        scene.bench.refuse(ErrorCode.BAD_REQUEST, Operations.WORKER_REGISTER, worker("", UpkeepScene.GROUP, 1));
        scene.bench.refuse(ErrorCode.BAD_REQUEST, Operations.WORKER_REGISTER, worker("w9", UpkeepScene.GROUP, 0));
        scene.bench.refuse(ErrorCode.BAD_REQUEST, Operations.WORKER_REGISTER, worker("w9", UpkeepScene.GROUP, -1));
    }

    private static io.ams.proto.WorkerRegister worker(String id, String group, int threads) {
        return io.ams.proto.WorkerRegister.newBuilder()
                .setId(id)
                .setGroup(group)
                .setThreads(threads)
                .setKind("embedded")
                .setHost("h2")
                .build();
    }
}
