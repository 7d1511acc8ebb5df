package io.ams.web.resource;

import io.ams.publish.StateChange;
import io.ams.publish.StatePublisher;
import io.ams.state.Columns;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Tells those who wait for tasks of a group that some have come. Whoever waits looks for himself: a signal is no promise. Safe for
 * many threads; the thread that applies the log runs nobody's continuation.
 */
public final class TaskSignal implements StatePublisher {
    private final Executor executor;
    private final Map<String, Set<CompletableFuture<Boolean>>> waiting = new ConcurrentHashMap<>();

    /**
     * @param executor runs what follows a signal
     */
    public TaskSignal(Executor executor) {
        this.executor = executor;
    }

    /**
     * Begins to wait: true once tasks have come to the group, false when the time is over. Begin first, look at the queue then,
     * and nothing is missed; complete it to stop waiting.
     */
    CompletableFuture<Boolean> await(String group, long millis) {
        CompletableFuture<Boolean> waiter = new CompletableFuture<>();
        waiting.compute(group, (name, known) -> {
            Set<CompletableFuture<Boolean>> waiters = known == null ? ConcurrentHashMap.newKeySet() : known;
            waiters.add(waiter);
            return waiters;
        });
        CompletableFuture<Boolean> unused = waiter.whenComplete((come, failure) -> forget(group, waiter));
        return waiter.completeOnTimeout(false, Math.max(0, millis), TimeUnit.MILLISECONDS);
    }

    private void forget(String group, CompletableFuture<Boolean> waiter) {
        waiting.computeIfPresent(group, (name, waiters) -> {
            waiters.remove(waiter);
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
            executor.execute(
                    () -> Set.copyOf(waiting.getOrDefault(group, Set.of())).forEach(waiter -> waiter.complete(true)));
        }
    }
}
