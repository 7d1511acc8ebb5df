package io.ams.raft.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AppliedIndexTest {
    @Test
    void whoGivesUpWaitingIsForgotten() {
        AppliedIndex index = new AppliedIndex(Runnable::run);
        CompletableFuture<Void> first = index.reach(Long.MAX_VALUE);
        CompletableFuture<Void> second = index.reach(Long.MAX_VALUE);
        first.cancel(false);
        assertThat(index.awaited()).isEqualTo(1);
        second.cancel(false);
        assertThat(index.awaited()).isZero();
    }

    @Test
    void whatIsAppliedNeedsNoWait() {
        AppliedIndex index = new AppliedIndex(Runnable::run);
        assertThat(index.reach(0)).isCompleted();
        index.advance(5);
        assertThat(index.get()).isEqualTo(5);
        assertThat(index.reach(5)).isCompleted();
        assertThat(index.reach(6)).isNotDone();
    }

    @Test
    void thoseWhoWaitAreToldInTheOrderOfTheLog() {
        AppliedIndex index = new AppliedIndex(Runnable::run);
        List<String> told = new ArrayList<>();
        for (long at : new long[] {9, 4, 7, 4}) {
            Completion.then(index.reach(at), (done, failure) -> told.add("reached " + at));
        }
        index.advance(3);
        assertThat(told).isEmpty();
        index.advance(7);
        assertThat(told).containsExactly("reached 4", "reached 4", "reached 7");
        index.advance(8);
        assertThat(told).hasSize(3);
        index.advance(9);
        assertThat(told).endsWith("reached 9").hasSize(4);
    }

    @Test
    void itNeverGoesBack() {
        AppliedIndex index = new AppliedIndex(Runnable::run);
        index.advance(9);
        index.advance(2);
        assertThat(index.get()).isEqualTo(9);
        assertThat(index.reach(9)).isCompleted();
    }

    @Test
    void entriesWithoutACommandNeedNotBeWaitedFor() {
        AppliedIndex index = new AppliedIndex(Runnable::run);
        index.advance(5);
        index.advanceUnchanged(6);
        index.advanceUnchanged(7);
        assertThat(index.get()).isEqualTo(7);
        assertThat(index.equivalentOf(7)).isEqualTo(5);
        assertThat(index.equivalentOf(6)).isEqualTo(5);
        assertThat(index.equivalentOf(4)).isEqualTo(4);
        assertThat(index.equivalentOf(8))
                .as("what entry 8 does is not known yet")
                .isEqualTo(8);
        index.advance(8);
        assertThat(index.equivalentOf(8)).isEqualTo(8);
    }

    @Test
    void theThreadThatAppliesTellsNobodyItself() {
        List<Runnable> handedOver = new ArrayList<>();
        AppliedIndex index = new AppliedIndex(handedOver::add);
        CompletableFuture<Void> reached = index.reach(1);
        index.advance(1);
        assertThat(reached).isNotDone();
        handedOver.forEach(Runnable::run);
        assertThat(reached).isCompleted();
    }

    /** In each round some begin to wait for an index at the moment when it is applied, and no later one helps them out. */
    @Test
    void noWakeUpIsLost() throws Exception {
        int waiters = 3;
        ExecutorService threads = Executors.newFixedThreadPool(waiters);
        try {
            AppliedIndex index = new AppliedIndex(Runnable::run);
            for (int round = 1; round <= 2_000; round++) {
                long wanted = round;
                CountDownLatch begin = new CountDownLatch(1);
                List<CompletableFuture<Void>> reached = new ArrayList<>();
                for (int i = 0; i < waiters; i++) {
                    reached.add(CompletableFuture.runAsync(() -> await(begin), threads)
                            .thenCompose(begun -> index.reach(wanted)));
                }
                begin.countDown();
                index.advance(wanted);
                CompletableFuture.allOf(reached.toArray(CompletableFuture[]::new))
                        .get(30, TimeUnit.SECONDS);
            }
            assertThat(index.get()).isEqualTo(2_000);
        } finally {
            threads.shutdownNow();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
