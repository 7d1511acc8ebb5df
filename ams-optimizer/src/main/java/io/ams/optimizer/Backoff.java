package io.ams.optimizer;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Growing, jittered pauses that end at once when the worker gives up. For one thread. */
final class Backoff {
    private final Duration min;
    private final Duration max;
    private final CountDownLatch over;
    private Duration next;

    Backoff(WorkerSettings settings, CountDownLatch over) {
        this.min = settings.backoffMin();
        this.max = settings.backoffMax();
        this.over = over;
        this.next = min;
    }

    /** Pauses; false if there is no point in going on. */
    boolean pause() throws InterruptedException {
        long millis = Math.max(1, next.toMillis());
        next = next.multipliedBy(2).compareTo(max) > 0 ? max : next.multipliedBy(2);
        return !over.await(ThreadLocalRandom.current().nextLong(millis / 2, millis + 1), TimeUnit.MILLISECONDS);
    }

    /** The last call went well. */
    void reset() {
        next = min;
    }
}
