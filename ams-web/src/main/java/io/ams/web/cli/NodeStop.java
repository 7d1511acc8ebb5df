package io.ams.web.cli;

import io.ams.web.server.RunningNode;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Stops a node when the process is asked to end: also one that is still being started, as soon as that is done. Closed when the
 * node has ended by itself or was not started; there is nothing to stop then. Safe for many threads.
 */
final class NodeStop implements AutoCloseable {
    /** A node that takes longer to start is stopped by the end of its process. */
    private static final Duration START = Duration.ofSeconds(30);

    private final CompletableFuture<Optional<RunningNode>> node = new CompletableFuture<>();
    private volatile boolean over;

    void started(RunningNode running) {
        node.complete(Optional.of(running));
    }

    @Override
    public void close() {
        over = true;
        node.complete(Optional.empty());
    }

    /** Stops the node gracefully; false if there is none to stop. */
    boolean stop() {
        Optional<RunningNode> running = awaitStart();
        if (over || running.isEmpty()) {
            return false;
        }
        running.get().stop();
        return true;
    }

    private Optional<RunningNode> awaitStart() {
        try {
            return node.get(START.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (ExecutionException | TimeoutException notStarted) {
            return Optional.empty();
        }
    }
}
