package io.ams.web.resource;

import io.ams.op.ErrorCode;
import io.ams.publish.StateChange;
import io.ams.publish.StatePublisher;
import io.ams.raft.AmsException;
import io.ams.state.Columns;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tells those who wait for tasks of a group that some have come. Whoever waits looks for himself: a signal is no promise. Safe for
 * many threads; the thread that applies the log runs nobody's continuation.
 *
 * <p>Once closed it fails every wait with {@code STOPPING}, so that workers go on at another node and a server that stops does not
 * stand waiting for them.
 */
public final class TaskSignal implements StatePublisher, AutoCloseable {
    private final Executor executor;
    /** By group, each waiter under a number of its own. */
    private final Map<String, Map<Long, CompletableFuture<Boolean>>> waiting = new ConcurrentHashMap<>();

    private final AtomicLong numbers = new AtomicLong();
    private volatile boolean closed;

    /**
     * @param executor runs what follows a signal
     */
    public TaskSignal(Executor executor) {
        this.executor = executor;
    }

    /**
     * Begins to wait: true once tasks have come to the group, false when the time is over, a failure when the node
     * stops. Begin first, look at the queue then,
     * and nothing is missed; complete it to stop waiting.
     */
    CompletableFuture<Boolean> await(String group, long millis) {
        CompletableFuture<Boolean> waiter = new CompletableFuture<>();
        long number = numbers.incrementAndGet();
        waiting.compute(group, (name, known) -> {
            Map<Long, CompletableFuture<Boolean>> waiters = known == null ? new ConcurrentHashMap<>() : known;
            waiters.put(number, waiter);
            return waiters;
        });
        CompletableFuture<Boolean> unused = waiter.whenComplete((come, failure) -> forget(group, number));
        // Looked at after the waiter is known: whoever closes either finds it, or is seen here.
        if (closed) {
            waiter.completeExceptionally(stopping());
        }
        return waiter.completeOnTimeout(false, Math.max(0, millis), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        closed = true;
        waiting.values().forEach(waiters -> waiters.values().forEach(w -> w.completeExceptionally(stopping())));
    }

    private static AmsException stopping() {
        return new AmsException(ErrorCode.STOPPING, "this node stops; ask another one for tasks");
    }

    private void forget(String group, long number) {
        waiting.computeIfPresent(group, (name, waiters) -> {
            waiters.remove(number);
            return waiters.isEmpty() ? null : waiters;
        });
    }

    @Override
    public void onChange(StateChange change) {
        if (change.kind() == StateChange.Kind.RESET) {
            waiting.keySet().forEach(this::wake);
            return;
        }
        change.changes()
                .of(Columns.QUEUE)
                .filter(place -> place.row().isPresent())
                .map(place -> place.key().group())
                .distinct()
                .forEach(this::wake);
    }

    private void wake(String group) {
        if (waiting.containsKey(group)) {
            executor.execute(() ->
                    List.copyOf(waiting.getOrDefault(group, Map.of()).values()).forEach(w -> w.complete(true)));
        }
    }
}
