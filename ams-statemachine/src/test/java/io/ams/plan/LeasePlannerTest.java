package io.ams.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.op.Operations;
import io.ams.op.Proposal;
import io.ams.proto.MarkRow;
import io.ams.proto.TaskRef;
import io.ams.proto.TaskRow;
import io.ams.proto.TaskState;
import io.ams.proto.TasksRelease;
import io.ams.proto.WorkerRemove;
import io.ams.proto.WorkerRow;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.LogPosition;
import io.ams.store.MemoryStore;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LeasePlannerTest {
    private static final long LOST_AFTER = 10_000;
    private static final long NOW = 1_000_000;
    private static final long LONG_AGO = 1;

    private final LeasePlanner planner = new LeasePlanner();
    private final MemoryStore store = new MemoryStore();
    private long index;

    static LongStream seeds() {
        return LongStream.range(1, 51);
    }

    @Test
    void leasesThatAreOverGoBackAndOthersStay() {
        lease("w1", "p1", 0, NOW - 1);
        lease("w1", "p1", 1, NOW);
        lease("w2", "p1", 2, NOW - 500);

        List<Proposal<?, ?>> plan = planner.plan(store.live(), NOW, LONG_AGO);

        assertThat(plan).hasSize(1);
        assertThat(plan.get(0).operation()).isSameAs(Operations.TASKS_RELEASE);
        assertThat(((TasksRelease) plan.get(0).body()).getTasksList())
                .extracting(TaskRef::getNumber, TaskRef::getAttempt)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(0, 3), org.assertj.core.groups.Tuple.tuple(2, 3));
    }

    @Test
    void workersSilentForLongerThanAllowedAreRemovedUnlessSeenMeanwhile() {
        worker("w1", NOW - LOST_AFTER - 1);
        worker("w2", NOW - LOST_AFTER);

        List<Proposal<?, ?>> plan = planner.plan(store.live(), NOW, LONG_AGO);

        assertThat(plan).hasSize(1);
        WorkerRemove remove = (WorkerRemove) plan.get(0).body();
        assertThat(remove.getId()).isEqualTo("w1");
        assertThat(remove.getIfSilentSinceMillis()).isEqualTo(NOW - LOST_AFTER);
        assertThat(remove.getReason()).isNotBlank();
    }

    @Test
    void aNewLeaderLetsEveryTimerRunInFullOnceMore() {
        lease("w1", "p1", 0, NOW - 600_000);
        worker("w1", NOW - 600_000);

        assertThat(planner.plan(store.live(), NOW, NOW)).isEmpty();
        assertThat(planner.plan(store.live(), NOW + LOST_AFTER, NOW)).isEmpty();
        assertThat(planner.plan(store.live(), NOW + LOST_AFTER + 1, NOW)).hasSize(2);
    }

    @Test
    void aPlanIsBoundedAndTheNextOneHasTheRest() {
        for (int number = 0; number < LeasePlanner.AT_ONCE + 5; number++) {
            lease("w1", "p1", number, NOW - 1);
            worker("w" + number, NOW - LOST_AFTER - 1);
        }

        List<Proposal<?, ?>> plan = planner.plan(store.live(), NOW, LONG_AGO);

        assertThat(((TasksRelease) plan.get(0).body()).getTasksCount()).isEqualTo(LeasePlanner.AT_ONCE);
        assertThat(plan).hasSize(1 + LeasePlanner.AT_ONCE);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void proposesAllThatIsOverAndNothingElse(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        TreeSet<Integer> over = new TreeSet<>();
        TreeSet<String> lost = new TreeSet<>();
        for (int i = 0; i < random.nextInt(LeasePlanner.AT_ONCE); i++) {
            long until = NOW + random.nextLong(-50, 50);
            long seen = NOW - LOST_AFTER + random.nextLong(-50, 50);
            lease("w" + i % 5, "p1", i, until);
            worker("w" + i, seen);
            if (until < NOW) {
                over.add(i);
            }
            if (seen < NOW - LOST_AFTER) {
                lost.add("w" + i);
            }
        }
        TreeSet<Integer> released = new TreeSet<>();
        TreeSet<String> removed = new TreeSet<>();
        for (Proposal<?, ?> proposal : planner.plan(store.live(), NOW, LONG_AGO)) {
            if (proposal.body() instanceof TasksRelease release) {
                release.getTasksList().forEach(ref -> released.add(ref.getNumber()));
            } else {
                removed.add(((WorkerRemove) proposal.body()).getId());
            }
        }
        assertThat(released).isEqualTo(over);
        assertThat(removed).isEqualTo(lost);
    }

    private void lease(String worker, String process, int number, long until) {
        store.commit(
                ChangeSet.builder()
                        .put(
                                Columns.TASKS,
                                new Keys.TaskKey(process, number),
                                TaskRow.newBuilder()
                                        .setProcessId(process)
                                        .setNumber(number)
                                        .setState(TaskState.LEASED)
                                        .setAttempt(3)
                                        .setWorker(worker)
                                        .setLeaseUntilMillis(until)
                                        .build())
                        .put(Columns.LEASES, new Keys.LeaseKey(worker, process, number), MarkRow.getDefaultInstance())
                        .build(),
                new LogPosition(1, ++index, 0));
    }

    private void worker(String id, long seen) {
        store.commit(
                ChangeSet.builder()
                        .put(
                                Columns.WORKERS,
                                id,
                                WorkerRow.newBuilder()
                                        .setId(id)
                                        .setLastSeenAtMillis(seen)
                                        .build())
                        .build(),
                new LogPosition(1, ++index, 0));
    }
}
