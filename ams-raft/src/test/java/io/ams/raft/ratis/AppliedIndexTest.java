package io.ams.raft.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

class AppliedIndexTest {
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
    void theThreadThatAppliesTellsNobodyItself() {
        List<Runnable> handedOver = new ArrayList<>();
        AppliedIndex index = new AppliedIndex(handedOver::add);
        CompletableFuture<Void> reached = index.reach(1);
        index.advance(1);
        assertThat(reached).isNotDone();
        handedOver.forEach(Runnable::run);
        assertThat(reached).isCompleted();
    }

    @Test
    void noWakeUpIsLost(TestReporter reporter) throws Exception {
        long seed = Long.getLong("ams.test.seed", 11);
        reporter.publishEntry("seed", String.valueOf(seed));
        int waiters = 4;
        int last = 5_000;
        ExecutorService threads = Executors.newFixedThreadPool(waiters + 1);
        try {
            AppliedIndex index = new AppliedIndex(Runnable::run);
            List<CompletableFuture<Void>> all = new ArrayList<>();
            for (int i = 0; i < waiters; i++) {
                Random random = new Random(seed + i);
                all.add(CompletableFuture.supplyAsync(() -> reachMany(index, random, last), threads)
                        .thenCompose(each -> CompletableFuture.allOf(each.toArray(CompletableFuture[]::new))));
            }
            all.add(CompletableFuture.runAsync(
                    () -> {
                        for (int i = 1; i <= last; i++) {
                            index.advance(i);
                        }
                    },
                    threads));
            CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
            assertThat(index.get()).isEqualTo(last);
        } finally {
            threads.shutdownNow();
        }
    }

    /** Waits for indexes near the one that is applied just now, where a wake-up is lost most easily. */
    private static List<CompletableFuture<Void>> reachMany(AppliedIndex index, Random random, int last) {
        List<CompletableFuture<Void>> reached = new ArrayList<>();
        for (int i = 0; i < last; i++) {
            long wanted = Math.min(last, index.get() + random.nextInt(3));
            reached.add(
                    index.reach(wanted).thenRun(() -> assertThat(index.get()).isGreaterThanOrEqualTo(wanted)));
            Thread.yield(); // or those who wait keep the one who advances from the lock on a machine of few cores
        }
        return reached;
    }
}
