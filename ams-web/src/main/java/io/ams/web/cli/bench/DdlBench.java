package io.ams.web.cli.bench;

import io.ams.ddl.client.DdlClient;
import io.ams.ddl.protocol.Announcement;
import io.ams.ddl.protocol.Change;
import io.ams.ddl.protocol.Column;
import io.ams.ddl.protocol.Decision;
import io.ams.ddl.protocol.JoinRequest;
import io.ams.ddl.protocol.Schema;
import io.ams.ddl.protocol.ShardGroupRequest;
import io.ams.optimizer.client.CallException;
import io.ams.web.cli.TextTable;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SynchronizedHistogram;
import picocli.CommandLine.Option;

/**
 * How long an announcement takes on the leader in a group of many shards with wide schemas. In each wave every shard adds the same
 * column, and in the next one drops it: the first and the last of a wave change the target, all others only their bindings.
 */
final class DdlBench {
    private static final long AIM_MILLIS = 20;
    private static final long SEED = 20;
    private static final int SMALL_WRITE_KEYS = 1000;
    private static final Duration SMALL_WRITES = Duration.ofSeconds(4);

    /** How much is measured. */
    static final class Size {
        @Option(
                names = "--shards",
                paramLabel = "N",
                defaultValue = "1000",
                description = "Shards of a group (default: ${DEFAULT-VALUE}).")
        int shards;

        @Option(
                names = "--columns",
                paramLabel = "N",
                defaultValue = "200",
                description = "Columns of a shard (default: ${DEFAULT-VALUE}).")
        int columns;

        @Option(
                names = "--waves",
                paramLabel = "N",
                defaultValue = "2",
                description = "Columns that all shards add and drop, for each number of clients"
                        + " (default: ${DEFAULT-VALUE}).")
        int waves;

        @Option(
                names = "--warmup",
                paramLabel = "SECONDS",
                defaultValue = "90",
                description =
                        "Seconds of waves in each mode before anything is measured: what a JVM has not compiled yet"
                                + " is not what it can do (default: ${DEFAULT-VALUE}).")
        int warmUp;

        @Option(
                names = "--nodes",
                paramLabel = "N",
                defaultValue = "" + AmsCluster.USUAL_NODES,
                description = "Nodes of the cluster, all on this machine: with one, the leader shares it with the load"
                        + " alone (default: ${DEFAULT-VALUE}).")
        int nodes;

        @Option(
                names = "--modes",
                paramLabel = "MODE",
                split = ",",
                defaultValue = "optimistic,pessimistic",
                description = "Modes of the groups, one after the other (default: ${DEFAULT-VALUE}).")
        List<String> modes = List.of();
    }

    private final AmsCluster cluster;
    private final int shards;
    private final int columns;
    private final int waves;
    private final int warmUpSeconds;
    private final List<String> modes;
    private final PrintStream out;
    private final long[] smallWriteVersions = new long[SMALL_WRITE_KEYS];
    private final TextTable table = new TextTable(
            "MODE",
            "CLIENTS",
            "ANNOUNCED",
            "RATE /s",
            "P50 ms",
            "P99 ms",
            "MAX ms",
            "SMALL WRITE P50 ms",
            "P99 ms",
            "CPU ms",
            "OTHERS' CORES",
            "CHANGED TARGET",
            "THEIR P50 ms",
            "THEIR MAX ms");

    DdlBench(AmsCluster cluster, Size size, PrintStream out) {
        this.cluster = cluster;
        this.shards = size.shards;
        this.columns = size.columns;
        this.waves = size.waves;
        this.warmUpSeconds = size.warmUp;
        this.modes = size.modes;
        this.out = out;
    }

    void run() throws IOException, InterruptedException {
        URI leader = cluster.leader();
        IcebergTables.in(new JsonHttp(), leader).create("ddl", modes.size());
        DdlClient client = new DdlClient(List.of(leader.toString()), Optional.empty());
        long before = cluster.databaseBytes();
        for (String mode : modes) {
            long[] announced = join(client, mode);
            warmUp(client, mode, announced);
            for (int clients : new int[] {1, 8}) {
                measure(client, mode, announced, clients);
            }
        }
        out.println();
        out.print(table.render());
        out.printf(
                Locale.ROOT,
                "aim: P99 below %d ms; database of a node: %.1f MB more for %d groups of %d shards with %d columns (aim: below 50 MB a group)%n",
                AIM_MILLIS,
                (cluster.databaseBytes() - before) / 1e6,
                modes.size(),
                shards,
                columns);
    }

    private long[] join(DdlClient client, String mode) throws InterruptedException {
        List<Column> schema = new ArrayList<>(List.of(Column.of("id", "long")));
        for (int i = 1; i < columns; i++) {
            schema.add(Column.of("column_" + i, i % 3 == 0 ? "string" : i % 3 == 1 ? "long" : "decimal(18,4)"));
        }
        JoinRequest request = JoinRequest.of(new Schema(schema, null));
        inParallel(
                8,
                List.of(() -> client.createGroup(
                        new ShardGroupRequest(mode, null, "bench.ddl" + modes.indexOf(mode), mode, null))));
        List<Callable<?>> joins = new ArrayList<>();
        for (int shard = 0; shard < shards; shard++) {
            String name = name(shard);
            joins.add(() -> client.join(mode, name, request));
        }
        long start = System.nanoTime();
        inParallel(8, joins);
        out.printf("%s: %d shards joined in %.1f s%n", mode, shards, (System.nanoTime() - start) / 1e9);
        return new long[shards];
    }

    private static String name(int shard) {
        return String.format(Locale.ROOT, "shard-%04d", shard);
    }

    private void warmUp(DdlClient client, String mode, long[] announced) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(warmUpSeconds);
        for (int wave = 0; wave == 0 || System.nanoTime() < until; wave++) {
            Histogram ignored = new SynchronizedHistogram(3);
            wave(client, mode, announced, 8, ignored, ignored, "warm_" + wave);
        }
    }

    private void measure(DdlClient client, String mode, long[] announced, int clients)
            throws IOException, InterruptedException {
        Load.Result small = smallWrites(clients);
        Histogram all = new SynchronizedHistogram(3);
        Histogram changed = new SynchronizedHistogram(3);
        CpuTimes before = CpuTimes.now(cluster.pids());
        long start = System.nanoTime();
        for (int wave = 0; wave < waves; wave++) {
            wave(client, mode, announced, clients, all, changed, "c" + clients + "_" + wave);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        CpuTimes after = CpuTimes.now(cluster.pids());
        double cpuMillis = before.microsPerOperation(after, all.getTotalCount()) / 1e3;
        out.printf(
                Locale.ROOT,
                "%s, %d clients: P50 %s ms, P99 %s ms, %.2f ms of CPU on all nodes and the client%n",
                mode,
                clients,
                millis(all.getValueAtPercentile(50)),
                millis(all.getValueAtPercentile(99)),
                cpuMillis);
        table.row(
                mode,
                clients,
                all.getTotalCount(),
                number(all.getTotalCount() / seconds),
                millis(all.getValueAtPercentile(50)),
                millis(all.getValueAtPercentile(99)),
                millis(all.getMaxValue()),
                String.format(Locale.ROOT, "%.2f", small.millis(50)),
                String.format(Locale.ROOT, "%.2f", small.millis(99)),
                String.format(Locale.ROOT, "%.2f", cpuMillis),
                String.format(Locale.ROOT, "%.2f", before.otherCores(after, seconds)),
                changed.getTotalCount(),
                millis(changed.getValueAtPercentile(50)),
                millis(changed.getMaxValue()));
    }

    /** What any write costs here and now, of which an announcement is one: a compare-and-set of 256 bytes. */
    private Load.Result smallWrites(int clients) throws IOException {
        URI leader = cluster.leader();
        Workload writes = new CompareAndSets(cluster.service(leader), smallWriteVersions, clients);
        return new Load(List.of(leader), writes).run(clients, SMALL_WRITES);
    }

    /** Every shard adds a column, then every shard drops it, each time in another order. */
    private void wave(
            DdlClient client,
            String mode,
            long[] announced,
            int clients,
            Histogram all,
            Histogram changed,
            String column)
            throws InterruptedException {
        for (Change change : List.of(Change.add(Column.of(column, "int")), Change.drop(column))) {
            List<Integer> order = new ArrayList<>();
            for (int shard = 0; shard < shards; shard++) {
                order.add(shard);
            }
            Collections.shuffle(order, new Random(SEED + column.hashCode()));
            List<Callable<?>> calls = new ArrayList<>();
            for (int shard : order) {
                calls.add(() -> announce(client, mode, shard, ++announced[shard], change, all, changed));
            }
            inParallel(clients, calls);
        }
    }

    private static Decision announce(
            DdlClient client, String mode, int shard, long seq, Change change, Histogram all, Histogram changed)
            throws CallException, InterruptedException {
        Announcement announcement = new Announcement(seq, List.of(change), null, null, null, seq - 1, null);
        long start = System.nanoTime();
        Decision decision = client.announce(mode, name(shard), announcement);
        long took = System.nanoTime() - start;
        all.recordValue(took);
        // At a barrier all but the last one wait; the table changes with the step of whoever comes first by name.
        boolean passed = mode.equals("pessimistic") && decision.isFinal();
        if (passed || decision.steps().stream().anyMatch(step -> step.action().equals("EXECUTE"))) {
            changed.recordValue(took);
        }
        return decision;
    }

    /** Each thread makes the next call as soon as its last one is answered. */
    private static void inParallel(int threads, List<Callable<?>> calls) throws InterruptedException {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        AtomicInteger next = new AtomicInteger();
        try {
            List<Callable<Boolean>> loops = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                loops.add(() -> {
                    for (int at = next.getAndIncrement(); at < calls.size(); at = next.getAndIncrement()) {
                        calls.get(at).call();
                    }
                    return true;
                });
            }
            for (Future<Boolean> loop : executor.invokeAll(loops)) {
                loop.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("a call of the load failed: " + e.getCause(), e.getCause());
        } finally {
            executor.shutdownNow();
        }
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.2f", nanos / 1e6);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.0f", value);
    }
}
