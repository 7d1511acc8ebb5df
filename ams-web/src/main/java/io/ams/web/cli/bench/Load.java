package io.ams.web.cli.bench;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * Closed-loop load by one thread: each of n connections sends its next request as soon as the last is answered. Connections that
 * break are opened again and their request counts as failed.
 */
final class Load {
    private static final int SCRATCH = 256 * 1024;
    /** A request that takes longer counts as failed, and its connection is opened again. */
    private static final long PATIENCE_NANOS = Duration.ofSeconds(15).toNanos();

    /**
     * What a run measured.
     *
     * @param done answers that counted as done
     * @param failed other answers, and requests that got none
     * @param latency of the done ones, nanoseconds
     * @param longestGapNanos between two done ones, the ends of the run included
     */
    record Result(long done, long failed, double seconds, Histogram latency, long longestGapNanos) {
        double rate() {
            return done / seconds;
        }

        double millis(double percentile) {
            return latency.getValueAtPercentile(percentile) / 1e6;
        }
    }

    private final Workload workload;
    private final List<URI> servers;
    private final Histogram latency = new Histogram(Duration.ofMinutes(2).toNanos(), 3);
    private long done;
    private long failed;
    private long lastDone;
    private long longestGap;

    /** Spreads the connections over the servers in turn. */
    Load(List<URI> servers, Workload workload) {
        this.servers = List.copyOf(servers);
        this.workload = workload;
    }

    /** Runs this long, then waits for the answers that are under way, so that the workload knows all of them. */
    Result run(int connections, Duration time) throws IOException {
        try (Selector selector = Selector.open()) {
            List<HttpConnection> open = new ArrayList<>();
            for (int slot = 0; slot < connections; slot++) {
                open.add(new HttpConnection(slot, servers.get(slot % servers.size()), selector));
            }
            long start = System.nanoTime();
            lastDone = start;
            for (HttpConnection connection : open) {
                connection.send(workload.next(connection.slot));
            }
            long end = drive(selector, open, start + time.toNanos());
            longestGap = Math.max(longestGap, end - lastDone);
            for (HttpConnection connection : open) {
                connection.close();
            }
            return new Result(done, failed, (end - start) / 1e9, latency, longestGap);
        }
    }

    private long drive(Selector selector, List<HttpConnection> open, long deadline) throws IOException {
        ByteBuffer scratch = ByteBuffer.allocate(SCRATCH);
        long now = System.nanoTime();
        long nextLook = now + PATIENCE_NANOS / 10;
        int underWay = open.size();
        while (underWay > 0) {
            selector.select(100);
            now = System.nanoTime();
            boolean over = now >= deadline;
            for (SelectionKey key : selector.selectedKeys()) {
                if (key.attachment() instanceof HttpConnection connection) {
                    underWay -= step(selector, connection, scratch, over) ? 0 : 1;
                }
            }
            selector.selectedKeys().clear();
            if (now >= nextLook) {
                nextLook = now + PATIENCE_NANOS / 10;
                for (HttpConnection connection : open) {
                    if (connection.sentAt != 0 && now - connection.sentAt > PATIENCE_NANOS) {
                        underWay -= broken(selector, connection, over) ? 0 : 1;
                    }
                }
            }
        }
        return now;
    }

    /** Says whether a request of the connection is under way afterwards. */
    private boolean step(Selector selector, HttpConnection connection, ByteBuffer scratch, boolean over)
            throws IOException {
        try {
            Optional<ResponseReader.Response> response = connection.ready(scratch);
            if (response.isEmpty()) {
                return true;
            }
            count(connection, response.get());
            if (response.get().close()) {
                connection.reopen(selector);
            }
            return proceed(connection, over);
        } catch (IOException e) {
            return broken(selector, connection, over);
        }
    }

    private void count(HttpConnection connection, ResponseReader.Response response) {
        long now = System.nanoTime();
        long took = now - connection.sentAt;
        connection.sentAt = 0;
        if (workload.answered(connection.slot, response.status(), response.body())) {
            done++;
            latency.recordValue(Math.min(took, latency.getHighestTrackableValue()));
            longestGap = Math.max(longestGap, now - lastDone);
            lastDone = now;
        } else {
            failed++;
        }
    }

    private boolean broken(Selector selector, HttpConnection connection, boolean over) throws IOException {
        failed++;
        workload.answered(connection.slot, 0, "");
        connection.reopen(selector);
        return proceed(connection, over);
    }

    /** A connection that breaks right after it was opened ends the run: the server is gone. */
    private boolean proceed(HttpConnection connection, boolean over) throws IOException {
        if (!over) {
            connection.send(workload.next(connection.slot));
        }
        return !over;
    }
}
