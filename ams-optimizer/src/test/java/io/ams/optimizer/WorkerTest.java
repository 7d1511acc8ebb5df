package io.ams.optimizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ams.optimizer.client.CallException;
import io.ams.optimizer.client.CallException.Fate;
import io.ams.optimizer.protocol.LeasedTask;
import io.ams.optimizer.protocol.TaskStanding;
import io.ams.optimizer.rewrite.TaskCancelledException;
import io.ams.optimizer.rewrite.TaskControl;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorkerTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final String A = "http://a";
    private static final String B = "http://b";
    private static final LeasedTask TASK = new LeasedTask("p1", 0, 1, "");

    private final FakeAms ams = new FakeAms();
    private final AtomicInteger discarded = new AtomicInteger();
    private final AtomicInteger runs = new AtomicInteger();
    private Worker worker = worker((task, input, control) -> new Made());

    @AfterEach
    void close() {
        worker.close(Duration.ofSeconds(5));
    }

    private Worker worker(TaskRunner runner) {
        WorkerSettings settings = new WorkerSettings(
                "default", 2, "process", "h", Duration.ofMillis(10), Duration.ofMillis(1), Duration.ofMillis(5), 1000);
        return new Worker(
                ams,
                List.of(A, B + "/"),
                settings,
                (task, input, control) -> {
                    runs.incrementAndGet();
                    return runner.run(task, input, control);
                },
                Clock.systemUTC());
    }

    private final class Made implements TaskResult {
        @Override
        public byte[] output() {
            return new byte[] {1};
        }

        @Override
        public long files() {
            return 1;
        }

        @Override
        public long bytes() {
            return 10;
        }

        @Override
        public void discard() {
            discarded.incrementAndGet();
        }
    }

    private static CallException stale() {
        return new CallException(Fate.REFUSED, "TASK_ATTEMPT_STALE", "leased again");
    }

    @Test
    void handsAResultInAtAnotherNodeWhenItsOwnIsGone() {
        ams.waiting.add(TASK);
        CountDownLatch go = new CountDownLatch(1);
        worker = worker((task, input, control) -> waitFor(go));
        worker.start();
        await().atMost(SOON).until(() -> runs.get() == 1);
        ams.down.add(A);
        go.countDown();
        await().atMost(SOON).until(() -> ams.completedAt.equals(List.of(B)));
        assertThat(discarded).hasValue(0);
        assertThat(runs).hasValue(1);
    }

    private TaskResult waitFor(CountDownLatch go) throws IOException {
        try {
            assertThat(go.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        return new Made();
    }

    @Test
    void triesAgainAfterABusyNodeAndATimeoutAndIsTakenOnce() {
        ams.handInAnswers.add(new CallException(Fate.NOT_APPLIED, "NO_LEADER", "503"));
        ams.handInAnswers.add(new CallException(Fate.UNKNOWN, "OUTCOME_UNKNOWN", "504"));
        ams.waiting.add(TASK);
        worker.start();
        await().atMost(SOON).until(() -> ams.completedAt.size() == 1);
        assertThat(discarded).hasValue(0);
        assertThat(runs).hasValue(1);
    }

    @Test
    void removesWhatIsSurelyRefused() {
        ams.handInAnswers.add(new CallException(Fate.NOT_APPLIED, "NO_LEADER", "503"));
        ams.handInAnswers.add(stale());
        ams.waiting.add(TASK);
        worker.start();
        await().atMost(SOON).until(() -> discarded.get() == 1);
        assertThat(ams.completedAt).isEmpty();
    }

    @Test
    void keepsWhatMayHaveBeenTaken() {
        ams.handInAnswers.add(new CallException(Fate.UNKNOWN, "", "timed out"));
        ams.handInAnswers.add(stale());
        ams.waiting.add(TASK);
        ams.waiting.add(new LeasedTask("p2", 0, 1, ""));
        worker.start();
        await().atMost(SOON).until(() -> ams.handInAnswers.isEmpty() && ams.completedAt.size() >= 1);
        worker.close(Duration.ofSeconds(5));
        assertThat(discarded).hasValue(0);
    }

    @Test
    void registersAgainWhenForgotten() {
        worker.start();
        await().atMost(SOON).until(() -> ams.registeredAt.size() == 1);
        ams.knowsWorker = false;
        await().atMost(SOON).until(() -> ams.knowsWorker);
        ams.waiting.add(TASK);
        await().atMost(SOON).until(() -> ams.completedAt.size() == 1);
    }

    @Test
    void findsItsFirstNodeAmongThoseThatAreUp() {
        ams.down.add(A);
        worker.start();
        await().atMost(SOON).until(() -> ams.registeredAt.equals(List.of(B)));
    }

    @Test
    void usesNodesThatAmsNames() {
        ams.nodes = List.of("http://c");
        worker.start();
        await().atMost(SOON).until(() -> ams.registeredAt.size() == 1);
        ams.down.addAll(List.of(A, B));
        ams.waiting.add(TASK);
        await().atMost(SOON).until(() -> ams.completedAt.equals(List.of("http://c")));
    }

    @Test
    void givesUpATaskThatIsLost() {
        ams.lost.add(new TaskStanding("p1", 0, 1, 0));
        ams.waiting.add(TASK);
        CountDownLatch cancelled = new CountDownLatch(1);
        worker = worker((task, input, control) -> untilCancelled(control, cancelled));
        worker.start();
        await().atMost(SOON).until(() -> cancelled.getCount() == 0);
        assertThat(ams.completedAt).isEmpty();
        assertThat(ams.errors).isEmpty();
    }

    private static TaskResult untilCancelled(TaskControl control, CountDownLatch cancelled) {
        await().atMost(SOON).until(control::cancelled);
        cancelled.countDown();
        throw new TaskCancelledException("lost");
    }

    @Test
    void saysWhyATaskFailed() {
        ams.waiting.add(TASK);
        worker = worker((task, input, control) -> {
            throw new IOException("disk on fire");
        });
        worker.start();
        await().atMost(SOON).until(() -> ams.errors.size() == 1);
        assertThat(ams.errors.get(0)).contains("disk on fire");
    }

    @Test
    void closingLetsARunningTaskEndAndLeaves() throws InterruptedException {
        ams.waiting.add(TASK);
        CountDownLatch go = new CountDownLatch(1);
        worker = worker((task, input, control) -> waitFor(go));
        worker.start();
        await().atMost(SOON).until(() -> runs.get() == 1);
        Thread closing = new Thread(() -> worker.close(Duration.ofSeconds(20)));
        closing.start();
        // It waits for the task that runs: from then on no other is wanted.
        await().atMost(SOON).until(() -> closing.getState() == Thread.State.TIMED_WAITING);
        ams.waiting.add(new LeasedTask("p2", 0, 1, ""));
        go.countDown();
        closing.join();
        assertThat(ams.completedAt).hasSize(1);
        assertThat(ams.left).isTrue();
        assertThat(runs).hasValue(1);
    }
}
