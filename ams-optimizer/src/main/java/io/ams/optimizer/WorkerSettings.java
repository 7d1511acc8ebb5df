package io.ams.optimizer;

import java.time.Duration;

/**
 * How a worker behaves.
 *
 * @param group the optimizer group whose tasks it runs
 * @param threads how many tasks it runs at a time
 * @param kind embedded, process or spark
 * @param host where it runs, for people to read
 * @param pollWait how long a node may hold a poll open
 * @param backoffMin first pause after a failed call; it doubles
 * @param backoffMax longest pause after a failed call
 * @param leasesToGiveUp after how many leases without a heartbeat a finished result is not handed in any more
 */
public record WorkerSettings(
        String group,
        int threads,
        String kind,
        String host,
        Duration pollWait,
        Duration backoffMin,
        Duration backoffMax,
        int leasesToGiveUp) {
    public WorkerSettings {
        if (threads < 1) {
            throw new IllegalArgumentException("a worker needs at least one thread, not " + threads);
        }
    }

    /** The usual pauses. */
    public static WorkerSettings of(String group, int threads, String kind, String host) {
        return new WorkerSettings(
                group, threads, kind, host, Duration.ofSeconds(15), Duration.ofMillis(100), Duration.ofSeconds(5), 60);
    }
}
