package io.ams.web.server;

import io.ams.raft.node.ExitCode;

/** A node that was started. */
public interface RunningNode {
    /**
     * Waits until the node has come to its end by itself or was stopped, and says why.
     *
     * @throws io.ams.raft.node.StartRefusedException if the cluster that it was to join did not take it in; it is stopped then
     */
    ExitCode awaitEnd() throws InterruptedException;

    /**
     * Stops gracefully: takes no new work, lets its buckets go, hands leadership over, flushes, closes. Each step has a bound of
     * its own, so it returns whatever the other nodes do. Safe to call twice.
     */
    void stop();
}
