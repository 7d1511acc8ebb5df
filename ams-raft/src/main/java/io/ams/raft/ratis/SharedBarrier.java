package io.ams.raft.ratis;

import io.ams.op.ErrorCode;
import io.ams.raft.AmsException;
import io.ams.raft.Read;
import io.ams.state.View;
import io.ams.store.StateSnapshot;
import io.ams.store.StateStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Strict reads. Those that wait share one question for the index to apply, and then one snapshot; those that come meanwhile share
 * the next. So any number of readers cost one question a round.
 */
final class SharedBarrier {
    private static final int READS_OF_ONE_SNAPSHOT = 64;
    private static final long RETRY_MILLIS = 10;
    /** A leader that does not answer by then may be none any more: somebody else is asked. */
    private static final long ATTEMPT_MILLIS = 1_000;

    private final Supplier<CompletableFuture<Long>> barrier;
    private final AppliedIndex applied;
    private final StateStore store;
    private final Executor reads;
    private final ScheduledExecutorService timer;
    private final long timeoutMillis;
    private List<Waiting<?>> waiting = new ArrayList<>();
    private boolean underWay;

    /** @param barrier the index of an entry that is proposed after the call */
    SharedBarrier(
            Supplier<CompletableFuture<Long>> barrier,
            AppliedIndex applied,
            StateStore store,
            Executor reads,
            ScheduledExecutorService timer,
            long timeoutMillis) {
        this.barrier = barrier;
        this.applied = applied;
        this.store = store;
        this.reads = reads;
        this.timer = timer;
        this.timeoutMillis = timeoutMillis;
    }

    <T> CompletableFuture<Read<T>> read(Function<View, T> function) {
        Waiting<T> reader = new Waiting<>(function);
        List<Waiting<?>> round = null;
        synchronized (this) {
            waiting.add(reader);
            if (!underWay) {
                underWay = true;
                round = take();
            }
        }
        if (round != null) {
            begin(round);
        }
        return reader.answer;
    }

    private List<Waiting<?>> take() {
        List<Waiting<?>> round = waiting;
        waiting = new ArrayList<>();
        return round;
    }

    private void begin(List<Waiting<?>> round) {
        attempt(round, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis));
    }

    /** Goes on with the rounds after this one as long as they need not wait: a call for each would pile up on the stack. */
    private void attempt(List<Waiting<?>> first, long firstDeadlineNanos) {
        List<Waiting<?>> round = first;
        long deadlineNanos = firstDeadlineNanos;
        while (round != null) {
            CompletableFuture<Void> fresh = Completion.attempt(barrier).thenCompose(this::reach);
            if (!fresh.isDone() || fresh.isCompletedExceptionally()) {
                await(round, fresh, deadlineNanos);
                return;
            }
            answer(round);
            round = nextRound();
            deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        }
    }

    /** Fails, so that {@link AppliedIndex} forgets it, when the attempt is over: the next one waits anew. */
    private CompletableFuture<Void> reach(long index) {
        CompletableFuture<Void> reached = applied.reach(index);
        return reached.isDone() ? reached : reached.orTimeout(ATTEMPT_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void await(List<Waiting<?>> round, CompletableFuture<Void> fresh, long deadlineNanos) {
        long left = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
        long patience = Math.max(1, Math.min(left, ATTEMPT_MILLIS));
        Completion.then(fresh.orTimeout(patience, TimeUnit.MILLISECONDS), (done, failure) -> {
            if (failure == null) {
                next();
                answer(round);
            } else if (System.nanoTime() - deadlineNanos < 0) {
                var unused = timer.schedule(() -> attempt(round, deadlineNanos), RETRY_MILLIS, TimeUnit.MILLISECONDS);
            } else {
                next();
                fail(round, failure);
            }
        });
    }

    private void next() {
        List<Waiting<?>> round = nextRound();
        if (round != null) {
            begin(round);
        }
    }

    /** Those who came meanwhile; null, and no round is under way any more, if nobody did. */
    private synchronized @Nullable List<Waiting<?>> nextRound() {
        if (waiting.isEmpty()) {
            underWay = false;
            return null;
        }
        return take();
    }

    private void answer(List<Waiting<?>> round) {
        for (int from = 0; from < round.size(); from += READS_OF_ONE_SNAPSHOT) {
            List<Waiting<?>> part = round.subList(from, Math.min(round.size(), from + READS_OF_ONE_SNAPSHOT));
            reads.execute(() -> look(part));
        }
    }

    private void look(List<Waiting<?>> part) {
        try {
            store.read(snapshot -> {
                part.forEach(reader -> reader.look(snapshot));
                return part;
            });
        } catch (RuntimeException surprise) {
            part.forEach(reader -> reader.answer.completeExceptionally(surprise));
        }
        // Not before the snapshot is let go: what follows an answer may take its time.
        part.forEach(Waiting::tell);
    }

    private void fail(List<Waiting<?>> round, Throwable cause) {
        AmsException failure = new AmsException(
                cause instanceof LogAccess.NotProposedException ? ErrorCode.NO_LEADER : ErrorCode.READ_TIMEOUT,
                "a strict read could not be made fresh in " + timeoutMillis
                        + " ms: no leader answered, or this node is too far behind. Try again, also at another node, or read"
                        + " with consistency local");
        reads.execute(() -> round.forEach(reader -> reader.answer.completeExceptionally(failure)));
    }

    private static final class Waiting<T> {
        private final Function<View, T> function;
        private final CompletableFuture<Read<T>> answer = new CompletableFuture<>();
        private @Nullable Read<T> value;
        private @Nullable Throwable surprise;

        Waiting(Function<View, T> function) {
            this.function = function;
        }

        void look(StateSnapshot snapshot) {
            try {
                value = new Read<>(
                        function.apply(snapshot.view()), snapshot.applied().index());
            } catch (RuntimeException | Error e) {
                surprise = e; // one reader's fault must not reach its neighbours
            }
        }

        void tell() {
            if (surprise != null) {
                answer.completeExceptionally(surprise);
            } else {
                answer.complete(value);
            }
        }
    }
}
