package io.ams.raft.ratis;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** How far this node has applied the log, for those who wait for it. For any thread. */
final class AppliedIndex {
    private final Executor callbacks;
    private final NavigableMap<Long, List<CompletableFuture<Void>>> waiting = new TreeMap<>();
    private volatile long changed;
    private volatile long applied;

    AppliedIndex(Executor callbacks) {
        this.callbacks = callbacks;
    }

    long get() {
        return applied;
    }

    /**
     * The least index at which the state is as it is at this one, as far as this node knows: entries without a command change nothing,
     * and whoever has applied all before them need not wait for them.
     */
    long equivalentOf(long index) {
        return applied >= index ? Math.min(index, changed) : index;
    }

    /** Completes, on a callback thread, when this index has been applied. */
    CompletableFuture<Void> reach(long index) {
        if (applied >= index) {
            return CompletableFuture.completedFuture(null);
        }
        synchronized (this) {
            if (applied >= index) {
                return CompletableFuture.completedFuture(null);
            }
            CompletableFuture<Void> reached = new CompletableFuture<>();
            waiting.computeIfAbsent(index, i -> new ArrayList<>()).add(reached);
            // Who gives up waiting is forgotten: clients may name any index, and most will never come.
            Completion.then(reached, (done, failure) -> {
                if (failure != null) {
                    forget(index, reached);
                }
            });
            return reached;
        }
    }

    private synchronized void forget(long index, CompletableFuture<Void> waiter) {
        List<CompletableFuture<Void>> others = waiting.get(index);
        if (others != null && others.removeIf(one -> one == waiter) && others.isEmpty()) {
            waiting.remove(index);
        }
    }

    /** How many different indexes are waited for. */
    synchronized int awaited() {
        return waiting.size();
    }

    /** The log is applied up to here, and the last entry may have changed the state. See {@link #advanceUnchanged}. */
    void advance(long index) {
        synchronized (this) {
            changed = Math.max(changed, index);
        }
        advanceUnchanged(index);
    }

    /** The log is applied up to here by an entry without a command. Never blocks: those who waited are told on another thread. */
    void advanceUnchanged(long index) {
        List<CompletableFuture<Void>> reached = new ArrayList<>();
        synchronized (this) {
            applied = Math.max(applied, index);
            while (!waiting.isEmpty() && waiting.firstKey() <= applied) {
                reached.addAll(waiting.pollFirstEntry().getValue());
            }
        }
        if (!reached.isEmpty()) {
            callbacks.execute(() -> reached.forEach(one -> one.complete(null)));
        }
    }
}
