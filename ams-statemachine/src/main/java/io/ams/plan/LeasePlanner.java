package io.ams.plan;

import io.ams.op.Operations;
import io.ams.op.Proposal;
import io.ams.op.Settings;
import io.ams.proto.TaskRef;
import io.ams.proto.TaskRow;
import io.ams.proto.TasksRelease;
import io.ams.proto.WorkerRemove;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.Keys;
import io.ams.state.View;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides which leases are over and which workers are lost. Pure.
 *
 * <p>Nobody could renew anything while there was no leader, so a new leader lets every timer run in full once more: until
 * {@code worker.lost-after-millis} after the beginning of its term nothing is over. The rules check again by the time of the
 * entry, so a sign of life that reaches the log first wins.
 */
public final class LeasePlanner {
    /** The most leases and the most workers of one plan; the next plan has the rest. */
    static final int AT_ONCE = 64;

    /**
     * What to submit now, in this order.
     *
     * @param nowMillis the leader's clock, milliseconds since the epoch
     * @param termSinceMillis when the leader's term began, by the same clock
     */
    public List<Proposal<?, ?>> plan(View view, long nowMillis, long termSinceMillis) {
        long lostAfter = Settings.WORKER_LOST_AFTER.numberIn(view);
        List<Proposal<?, ?>> proposals = new ArrayList<>();
        if (nowMillis - lostAfter <= termSinceMillis) {
            return proposals;
        }
        TasksRelease over = over(view, nowMillis);
        if (over.getTasksCount() > 0) {
            proposals.add(new Proposal<>(Operations.TASKS_RELEASE, over));
        }
        for (WorkerRemove lost : lost(view, nowMillis - lostAfter)) {
            proposals.add(new Proposal<>(Operations.WORKER_REMOVE, lost));
        }
        return proposals;
    }

    private static TasksRelease over(View view, long nowMillis) {
        TasksRelease.Builder over = TasksRelease.newBuilder();
        view.scan(Columns.LEASES, KeyRange.all(), (lease, mark) -> {
            view.get(Columns.TASKS, new Keys.TaskKey(lease.processId(), lease.number()))
                    .filter(task -> task.getLeaseUntilMillis() < nowMillis)
                    .ifPresent(task -> over.addTasks(ref(task)));
            return over.getTasksCount() < AT_ONCE;
        });
        return over.build();
    }

    private static TaskRef ref(TaskRow task) {
        return TaskRef.newBuilder()
                .setProcessId(task.getProcessId())
                .setNumber(task.getNumber())
                .setAttempt(task.getAttempt())
                .build();
    }

    private static List<WorkerRemove> lost(View view, long silentSinceMillis) {
        List<WorkerRemove> lost = new ArrayList<>();
        view.scan(Columns.WORKERS, KeyRange.all(), (id, worker) -> {
            if (worker.getLastSeenAtMillis() < silentSinceMillis) {
                lost.add(WorkerRemove.newBuilder()
                        .setId(id)
                        .setReason("silent since " + worker.getLastSeenAtMillis())
                        .setIfSilentSinceMillis(silentSinceMillis)
                        .build());
            }
            return lost.size() < AT_ONCE;
        });
        return lost;
    }
}
