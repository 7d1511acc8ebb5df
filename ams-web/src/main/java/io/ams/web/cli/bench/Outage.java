package io.ams.web.cli.bench;

import io.ams.web.cli.bench.IcebergTables.Table;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writers on every node that is left, while the leader is killed: the longest time in which no commit was acknowledged. Each
 * writer has a table of its own and goes on after whatever answer.
 */
final class Outage {
    private final JsonHttp http = new JsonHttp();
    private final List<Table> tables;
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicLong number = new AtomicLong();
    private final List<Long> acknowledged = Collections.synchronizedList(new ArrayList<>());

    Outage(List<Table> tables) {
        this.tables = tables;
    }

    /** Kills the leader after some seconds of load and watches for some more. Milliseconds. */
    double measure(AmsCluster cluster, long beforeMillis, long afterMillis) throws IOException {
        List<Thread> writers = new ArrayList<>();
        URI leader = cluster.leader();
        List<URI> others = cluster.servers().stream()
                .filter(server -> !server.equals(leader))
                .toList();
        for (int i = 0; i < tables.size(); i++) {
            Table table = tables.get(i);
            URI server = others.get(i % others.size());
            Thread writer = new Thread(() -> write(server, table), "bench-writer-" + i);
            writer.start();
            writers.add(writer);
        }
        try {
            Pause.millis(beforeMillis);
            long killed = System.nanoTime();
            cluster.killLeader();
            Pause.millis(afterMillis);
            return longestGapMillis(List.copyOf(acknowledged), killed, System.nanoTime());
        } finally {
            over.set(true);
            writers.forEach(Outage::join);
        }
    }

    private void write(URI server, Table table) {
        while (!over.get()) {
            try {
                http.post(server.resolve(table.path()), IcebergTables.commit(table, number.incrementAndGet()));
                acknowledged.add(System.nanoTime());
            } catch (IOException e) {
                // What is measured: there is no answer now. Not too fast, or the refusals take the machine.
                Pause.millis(5);
            }
        }
    }

    /**
     * The longest time between two of these, from the begin to the end. A gap that lasts at the end counts as long as it was seen.
     *
     * @param nanos in any order, of System.nanoTime like begin and end
     */
    static double longestGapMillis(List<Long> nanos, long begin, long end) {
        long last = begin;
        long longest = 0;
        for (long time : nanos.stream().sorted().toList()) {
            if (time > begin && time < end) {
                longest = Math.max(longest, time - last);
                last = time;
            }
        }
        return Math.max(longest, end - last) / 1e6;
    }

    private static void join(Thread writer) {
        try {
            writer.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
