package io.ams.web.cli.bench;

import io.ams.web.cli.TextTable;
import io.ams.web.cli.bench.IcebergTables.Table;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;

/** What a catalog client feels: commits, loads, and how long nothing goes when the leader dies. */
final class CatalogBench {
    private static final int WRITERS = 16;
    private static final long BEFORE_KILL = 3000;
    private static final long AFTER_KILL = 12_000;

    private final CoreBench.Plan plan;
    private final AmsCluster cluster;
    private final PrintStream out;
    private final TextTable table = new TextTable(
            "WHAT",
            "CLIENTS",
            "MEDIAN /s",
            "BEST /s",
            "P50 ms",
            "P99 ms",
            "CPU us/op",
            "OTHER CORES",
            "CONFLICTS",
            "FAILED");

    CatalogBench(CoreBench.Plan plan, AmsCluster cluster, PrintStream out) {
        this.plan = plan;
        this.cluster = cluster;
        this.out = out;
    }

    void run() throws IOException {
        IcebergTables catalog = IcebergTables.in(new JsonHttp(), cluster.leader());
        List<Table> own = catalog.create("own", WRITERS);
        List<Table> shared = catalog.create("shared", 1);
        warmUp(own);
        measure("commits, distinct tables", WRITERS, own, TableCommits::new);
        measure("commits, one table", WRITERS, shared, TableCommits::new);
        for (int clients : new int[] {1, 16, 64}) {
            measure("loads", clients, own, TableLoads::new);
        }
        out.println();
        out.print(table.render());
        outages(own);
    }

    private void warmUp(List<Table> tables) throws IOException {
        out.printf("warming up for %d s%n", plan.warmUp().toSeconds());
        Duration half = plan.warmUp().dividedBy(2);
        new Load(List.of(cluster.leader()), new TableCommits(cluster.leader(), tables)).run(WRITERS, half);
        new Load(List.of(cluster.leader()), new TableLoads(cluster.leader(), tables)).run(WRITERS, half);
    }

    private void measure(String what, int clients, List<Table> tables, BiFunction<URI, List<Table>, Workload> kind)
            throws IOException {
        List<Measurement> rounds = new ArrayList<>();
        long conflicts = 0;
        for (int round = 1; round <= plan.rounds(); round++) {
            URI leader = cluster.leader();
            new Load(List.of(leader), kind.apply(leader, tables)).run(clients, plan.rampUp());
            Workload workload = kind.apply(leader, tables);
            CpuTimes before = CpuTimes.now(cluster.pids());
            Load.Result result = new Load(List.of(leader), workload).run(clients, plan.step());
            rounds.add(Measurement.of(result, before, CpuTimes.now(cluster.pids())));
            conflicts += workload instanceof TableCommits commits ? commits.conflicts() : 0;
            out.printf("round %d of %d: %s at %d: %.0f/s%n", round, plan.rounds(), what, clients, result.rate());
        }
        table.row(
                what,
                clients,
                number("%.0f", Measurement.median(rounds, Measurement::rate)),
                number("%.0f", Measurement.best(rounds)),
                number("%.2f", Measurement.median(rounds, Measurement::p50)),
                number("%.2f", Measurement.median(rounds, Measurement::p99)),
                number("%.0f", Measurement.median(rounds, Measurement::cpuMicros)),
                number("%.2f", Measurement.median(rounds, Measurement::otherCores)),
                conflicts,
                Measurement.failures(rounds) - conflicts);
    }

    private void outages(List<Table> tables) throws IOException {
        out.println();
        for (int round = 1; round <= plan.rounds(); round++) {
            double millis = new Outage(tables.subList(0, 4)).measure(cluster, BEFORE_KILL, AFTER_KILL);
            out.printf(
                    Locale.ROOT,
                    "kill %d of %d of the leader: no commit acknowledged for %.0f ms%n",
                    round,
                    plan.rounds(),
                    millis);
            cluster.startMissing();
        }
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
