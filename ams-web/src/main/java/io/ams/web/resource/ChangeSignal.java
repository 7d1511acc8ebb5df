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
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Tells those who wait for a change of something that it has changed. Whoever waits looks for himself: a signal is no promise. Safe
 * for many threads; the thread that applies the log runs nobody's continuation.
 *
 * <p>Once closed it fails every wait with {@code STOPPING}, so that those who wait go on at another node and a server that stops
 * does not stand waiting for them.
 */
public final class ChangeSignal implements StatePublisher, AutoCloseable {
    private final Executor executor;
    private final Function<StateChange, Stream<String>> changed;
    /** By what they wait for, each waiter under a number of its own. */
    private final Map<String, Map<Long, CompletableFuture<Boolean>>> waiting = new ConcurrentHashMap<>();

    private final AtomicLong numbers = new AtomicLong();
    private volatile boolean closed;

    private ChangeSignal(Executor executor, Function<StateChange, Stream<String>> changed) {
        this.executor = executor;
        this.changed = changed;
    }

    /**
     * For tasks that come, by group.
     *
     * @param executor runs what follows a signal
     */
    public static ChangeSignal ofTasks(Executor executor) {
        return new ChangeSignal(
                executor,
                change -> change.changes()
                        .of(Columns.QUEUE)
                        .filter(place -> place.row().isPresent())
                        .map(place -> place.key().group()));
    }

    /**
     * For announcements that are decided or move on, by {@link #shard}.
     *
     * @param executor runs what follows a signal
     */
    public static ChangeSignal ofAnnouncements(Executor executor) {
        return new ChangeSignal(
                executor,
                change -> Stream.concat(
                                change.changes().of(Columns.DDL_PENDING),
                                change.changes().of(Columns.DDL_DECISIONS))
                        .map(row -> shard(row.key().group(), row.key().shard())));
    }

    /** What those wait for who wait for announcements of a shard. Names of groups have no slash. */
    static String shard(String group, String shard) {
        return group + "/" + shard;
    }

    /**
     * Begins to wait: true once this has changed, false when the time is over, a failure when the node stops. Begin first, look
     * then, and nothing is missed; complete it to stop waiting.
     */
    CompletableFuture<Boolean> await(String what, long millis) {
        CompletableFuture<Boolean> waiter = new CompletableFuture<>();
        long number = numbers.incrementAndGet();
        waiting.compute(what, (name, known) -> {
            Map<Long, CompletableFuture<Boolean>> waiters = known == null ? new ConcurrentHashMap<>() : known;
            waiters.put(number, waiter);
            return waiters;
        });
        CompletableFuture<Boolean> unused = waiter.whenComplete((come, failure) -> forget(what, number));
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
        return new AmsException(ErrorCode.STOPPING, "this node stops; ask another one");
    }

    private void forget(String what, long number) {
        waiting.computeIfPresent(what, (name, waiters) -> {
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
        changed.apply(change).distinct().forEach(this::wake);
    }

    private void wake(String what) {
        if (waiting.containsKey(what)) {
            executor.execute(() ->
                    List.copyOf(waiting.getOrDefault(what, Map.of()).values()).forEach(w -> w.complete(true)));
        }
    }
}
