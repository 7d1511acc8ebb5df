package io.ams.web.it;

import io.ams.testkit.process.NodeHttp;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Writers at work: half of them on one table, the others each on its own, through all nodes. */
final class Load implements AutoCloseable {
    private static final int WRITERS = 16;
    private static final long PATIENCE_SECONDS = 60;

    private final Ledger ledger = new Ledger();
    private final AtomicBoolean stop = new AtomicBoolean();
    private final ExecutorService threads = Executors.newFixedThreadPool(2 * WRITERS);
    private final List<Future<Long>> writers = new ArrayList<>();

    private Load() {}

    /**
     * Starts 16 writers on one table and 16 on distinct ones.
     *
     * @param name begins the names of the tables
     * @param onOne commits that each writer of the one table makes
     * @param onOwn commits that each of the others makes
     */
    static Load start(String name, List<NodeHttp> nodes, long onOne, long onOwn) throws IOException {
        Load load = new Load();
        RawTable one = RawTable.create(nodes.get(0), name);
        List<RawTable> own = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            own.add(RawTable.create(nodes.get(i % nodes.size()), name + "-" + i));
        }
        for (int i = 0; i < WRITERS; i++) {
            List<NodeHttp> order = new ArrayList<>(nodes);
            Collections.rotate(order, i);
            load.add(new TableWriter("one-" + i, one, order, load.ledger, load.stop, onOne));
            load.add(new TableWriter("own-" + i, own.get(i), order, load.ledger, load.stop, onOwn));
        }
        return load;
    }

    private void add(TableWriter writer) {
        writers.add(threads.submit(writer));
    }

    Ledger ledger() {
        return ledger;
    }

    /** Lets each writer end its commit; returns how many each was acknowledged. */
    List<Long> stop() {
        stop.set(true);
        return await();
    }

    /** Waits until each writer has made its commits; returns how many each was acknowledged. */
    List<Long> await() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        List<Long> done = new ArrayList<>();
        try {
            for (Future<Long> writer : writers) {
                done.add(writer.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS));
            }
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError(
                    "a writer did not end well; answers " + ledger.statuses() + ", troubles "
                            + ledger.troubles().stream().limit(5).toList(),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
        return done;
    }

    @Override
    public void close() {
        stop.set(true);
        threads.shutdownNow();
    }
}
