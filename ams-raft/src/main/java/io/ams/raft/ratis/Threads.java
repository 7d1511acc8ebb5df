package io.ams.raft.ratis;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads of one node's part in the group, named and stopped in one place. */
final class Threads implements AutoCloseable {
    /** Ends rounds, begins the next, and tells other nodes: nothing here may block. */
    final ExecutorService callbacks = Executors.newFixedThreadPool(2, named("ams-callback"));

    /** Tells callers what became of their commands; they may render and send an answer there. */
    final ExecutorService replies = Executors.newFixedThreadPool(8, named("ams-reply"));

    /** Runs reads on snapshots of the store. */
    final ExecutorService reads = Executors.newFixedThreadPool(2, named("ams-read"));

    /** For what takes long: a checkpoint on its way. */
    final ExecutorService blocking = Executors.newCachedThreadPool(named("ams-checkpoint"));

    final ScheduledExecutorService timer = timer();

    private static ScheduledExecutorService timer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, named("ams-timer"));
        // Most of what is scheduled is a "what if" that is taken back at once.
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }

    private static ThreadFactory named(String name) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    @Override
    public void close() {
        timer.shutdownNow();
        blocking.shutdownNow();
        reads.shutdown();
        callbacks.shutdown();
        replies.shutdown();
        try {
            boolean ended = reads.awaitTermination(5, TimeUnit.SECONDS)
                    && callbacks.awaitTermination(5, TimeUnit.SECONDS)
                    && replies.awaitTermination(5, TimeUnit.SECONDS);
            if (!ended) {
                reads.shutdownNow();
                callbacks.shutdownNow();
                replies.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
