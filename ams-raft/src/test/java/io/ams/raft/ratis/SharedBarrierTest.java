package io.ams.raft.ratis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.ams.op.ErrorCode;
import io.ams.raft.AmsException;
import io.ams.raft.Read;
import io.ams.state.ChangeSet;
import io.ams.state.LogPosition;
import io.ams.state.View;
import io.ams.store.MemoryStore;
import io.ams.store.StateSnapshot;
import io.ams.store.StateStore;
import io.ams.store.StoreFailedException;
import java.lang.reflect.Proxy;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SharedBarrierTest {
    private static final long LONG_MILLIS = 60_000;
    private static final long SHORT_MILLIS = 30;

    private final MemoryStore store = new MemoryStore();
    private final AppliedIndex applied = new AppliedIndex(Runnable::run);
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    /** Barriers that were asked for and wait for the test to take them. */
    private final BlockingQueue<CompletableFuture<Long>> asked = new LinkedBlockingQueue<>();

    @AfterEach
    void stop() {
        timer.shutdownNow();
    }

    private SharedBarrier barrier(Supplier<CompletableFuture<Long>> source, long timeoutMillis) {
        return new SharedBarrier(source, applied, store, Runnable::run, timer, timeoutMillis);
    }

    private SharedBarrier scripted() {
        return barrier(this::ask, LONG_MILLIS);
    }

    private CompletableFuture<Long> ask() {
        CompletableFuture<Long> barrier = new CompletableFuture<>();
        asked.add(barrier);
        return barrier;
    }

    private CompletableFuture<Long> taken() throws InterruptedException {
        CompletableFuture<Long> barrier = asked.poll(20, TimeUnit.SECONDS);
        assertThat(barrier).as("a barrier is asked for").isNotNull();
        return barrier;
    }

    private void apply(long index) {
        var unused = store.commit(ChangeSet.empty(), new LogPosition(1, index, 0));
        applied.advance(index);
    }

    private static long answer(CompletableFuture<Read<String>> read) throws Exception {
        Read<String> value = read.get(20, TimeUnit.SECONDS);
        assertThat(value.value()).isEqualTo("seen");
        return value.appliedIndex();
    }

    private static AmsException failure(CompletableFuture<?> read) {
        Throwable cause = causeOf(read);
        if (cause instanceof AmsException expected) {
            return expected;
        }
        throw new AssertionError("not the failure of a read", cause);
    }

    private static @Nullable Throwable causeOf(CompletableFuture<?> read) {
        return catchThrowableOfType(ExecutionException.class, () -> read.get(20, TimeUnit.SECONDS))
                .getCause();
    }

    private static String see(View view) {
        return "seen";
    }

    @Test
    void aReadWaitsForTheBarrierToBeAppliedHere() throws Exception {
        CompletableFuture<Read<String>> read = scripted().read(SharedBarrierTest::see);
        taken().complete(7L);
        apply(6);
        assertThat(read).isNotDone();
        apply(7);
        assertThat(answer(read)).isEqualTo(7);
    }

    @Test
    void whoComesDuringARoundIsInTheNextWhichBeginsAfterIt() throws Exception {
        SharedBarrier barrier = scripted();
        CompletableFuture<Read<String>> first = barrier.read(SharedBarrierTest::see);
        CompletableFuture<Long> firstRound = taken();
        CompletableFuture<Read<String>> second = barrier.read(SharedBarrierTest::see);
        CompletableFuture<Read<String>> third = barrier.read(SharedBarrierTest::see);
        assertThat(asked).as("one round at a time").isEmpty();

        apply(9);
        firstRound.complete(5L);
        assertThat(answer(first)).isEqualTo(9);
        assertThat(second).as("its barrier may not be older than it").isNotDone();

        CompletableFuture<Long> secondRound = taken();
        assertThat(asked).as("both share it").isEmpty();
        secondRound.complete(10L);
        assertThat(second).isNotDone();
        apply(10);
        assertThat(answer(second)).isEqualTo(10);
        assertThat(answer(third)).isEqualTo(10);
        assertThat(asked).as("nobody waits").isEmpty();

        CompletableFuture<Read<String>> later = barrier.read(SharedBarrierTest::see);
        taken().complete(10L);
        assertThat(answer(later)).isEqualTo(10);
    }

    @Test
    void manyReadersOfOneRoundAreAllServed() throws Exception {
        SharedBarrier barrier = scripted();
        var first = barrier.read(SharedBarrierTest::see);
        CompletableFuture<Long> firstRound = taken();
        CompletableFuture<?>[] all = new CompletableFuture<?>[150];
        for (int i = 0; i < all.length; i++) {
            all[i] = barrier.read(SharedBarrierTest::see);
        }
        apply(1);
        firstRound.complete(1L);
        assertThat(answer(first)).isEqualTo(1);
        taken().complete(1L);
        CompletableFuture.allOf(all).get(20, TimeUnit.SECONDS);
        assertThat(asked).isEmpty();
    }

    @Test
    void aFailedBarrierIsAskedForAgain() throws Exception {
        CompletableFuture<Read<String>> read = scripted().read(SharedBarrierTest::see);
        taken().completeExceptionally(new LogAccess.NotProposedException("an election"));
        apply(3);
        taken().complete(3L);
        assertThat(answer(read)).isEqualTo(3);
    }

    @Test
    void aBarrierThatThrowsIsAskedForAgain() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        SharedBarrier barrier = barrier(
                () -> {
                    if (calls.incrementAndGet() == 1) {
                        throw new IllegalStateException("closed just now");
                    }
                    return ask();
                },
                LONG_MILLIS);
        CompletableFuture<Read<String>> read = barrier.read(SharedBarrierTest::see);
        apply(3);
        taken().complete(3L);
        assertThat(answer(read)).isEqualTo(3);
    }

    @Test
    void withoutALeaderUntilTheDeadlineIsNoLeaderAndTheNextRoundGoesOn() throws Exception {
        AtomicInteger failing = new AtomicInteger(1);
        SharedBarrier barrier = barrier(
                () -> failing.get() == 0
                        ? CompletableFuture.completedFuture(0L)
                        : CompletableFuture.failedFuture(new LogAccess.NotProposedException("nobody leads")),
                SHORT_MILLIS);
        assertThat(failure(barrier.read(SharedBarrierTest::see)).code()).isEqualTo(ErrorCode.NO_LEADER);
        failing.set(0);
        assertThat(answer(barrier.read(SharedBarrierTest::see))).isZero();
    }

    @Test
    void aBarrierWithoutAnAnswerIsATimeout() {
        assertThat(failure(barrier(CompletableFuture::new, SHORT_MILLIS).read(SharedBarrierTest::see))
                        .code())
                .isEqualTo(ErrorCode.READ_TIMEOUT);
    }

    @Test
    void aNodeThatDoesNotCatchUpIsATimeoutNotAnOldAnswer() {
        apply(3);
        assertThat(failure(barrier(() -> CompletableFuture.completedFuture(4L), SHORT_MILLIS)
                                .read(SharedBarrierTest::see))
                        .code())
                .isEqualTo(ErrorCode.READ_TIMEOUT);
    }

    @Test
    void aFunctionThatThrowsFailsOnlyItsOwnReader() throws Exception {
        SharedBarrier barrier = scripted();
        var first = barrier.read(SharedBarrierTest::see);
        CompletableFuture<Long> firstRound = taken();
        CompletableFuture<Read<String>> before = barrier.read(SharedBarrierTest::see);
        CompletableFuture<Read<String>> throwing = barrier.read(view -> {
            throw new IllegalArgumentException("no such table");
        });
        CompletableFuture<Read<String>> broken = barrier.read(view -> {
            throw new StackOverflowError();
        });
        CompletableFuture<Read<String>> after = barrier.read(SharedBarrierTest::see);
        firstRound.complete(0L);
        assertThat(answer(first)).isZero();
        taken().complete(0L);
        assertThat(answer(before)).isZero();
        assertThat(answer(after)).isZero();
        assertThat(causeOf(throwing)).isInstanceOf(IllegalArgumentException.class);
        assertThat(causeOf(broken)).isInstanceOf(StackOverflowError.class);
    }

    @Test
    void aStoreThatFailsFailsEveryReader() {
        StateStore failing = (StateStore) Proxy.newProxyInstance(
                StateStore.class.getClassLoader(), new Class<?>[] {StateStore.class}, (proxy, method, arguments) -> {
                    throw new StoreFailedException("the disk has gone", new java.io.IOException());
                });
        SharedBarrier barrier = new SharedBarrier(
                () -> CompletableFuture.completedFuture(0L), applied, failing, Runnable::run, timer, LONG_MILLIS);
        assertThat(causeOf(barrier.read(SharedBarrierTest::see))).isInstanceOf(StoreFailedException.class);
    }

    @Test
    void theSnapshotIsTakenAfterTheBarrier() throws Exception {
        CompletableFuture<Read<Boolean>> read = scripted().read(view -> true);
        CompletableFuture<Long> round = taken();
        apply(4);
        round.complete(4L);
        StateSnapshot now = store.read(snapshot -> snapshot);
        assertThat(read.get(20, TimeUnit.SECONDS).appliedIndex())
                .isEqualTo(now.applied().index());
    }

    /** A leader that is frozen keeps its connections and says nothing; by then another may lead. */
    @Test
    void aQuestionWithoutAnAnswerIsAskedAgainLongBeforeTimeIsUp() throws Exception {
        CompletableFuture<Read<String>> read = scripted().read(view -> "seen");
        CompletableFuture<Long> silent = taken();
        apply(4);
        taken().complete(4L);
        assertThat(answer(read)).isEqualTo(4);
        assertThat(silent).isNotDone();
    }

    /** An index that never comes must not leave a waiter behind for each attempt. */
    @Test
    void anAttemptThatIsOverWaitsForItsIndexNoMore() throws Exception {
        CompletableFuture<Read<String>> read = scripted().read(view -> "seen");
        taken().complete(9L);
        CompletableFuture<Long> again = taken();
        await("the waiter is forgotten").atMost(20, TimeUnit.SECONDS).until(() -> applied.awaited() == 0);
        apply(4);
        again.complete(4L);
        assertThat(answer(read)).isEqualTo(4);
    }

    /** A reader came in each round while it was answered, and no round had to wait: the stack of one thread must carry them all. */
    @Test
    void manyRoundsThatNeedNotWaitDoNotPileUp() {
        apply(1);
        SharedBarrier barrier = barrier(() -> CompletableFuture.completedFuture(1L), LONG_MILLIS);
        AtomicInteger left = new AtomicInteger(100_000);
        assertThat(readAgain(barrier, left))
                .isCompletedWithValueMatching(read -> read.value().equals("seen"));
        assertThat(left).hasValue(0);
    }

    private static CompletableFuture<Read<String>> readAgain(SharedBarrier barrier, AtomicInteger left) {
        return barrier.read(view -> {
            if (left.decrementAndGet() > 0) {
                var unused = readAgain(barrier, left);
            }
            return "seen";
        });
    }
}
