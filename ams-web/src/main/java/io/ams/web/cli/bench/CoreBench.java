package io.ams.web.cli.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs the steps against each cluster in turn, round by round, so that what disturbs the machine disturbs all of them. */
final class CoreBench {
    private static final int KEYS = 1000;
    private static final int[] WARM_UP_CONNECTIONS = {64, 16, 256, 1};

    /** How long and how often. */
    record Plan(Duration warmUp, Duration step, int rounds) {
        /** Each step begins with this, unmeasured. */
        Duration rampUp() {
            return step.dividedBy(5);
        }
    }

    private final Plan plan;
    private final List<Step> steps;
    private final PrintStream out;
    private final Map<String, long[]> versions = new LinkedHashMap<>();

    CoreBench(Plan plan, List<Step> steps, PrintStream out) {
        this.plan = plan;
        this.steps = steps;
        this.out = out;
    }

    /** Measures the clusters; their figures by name are in the report. */
    CoreReport run(List<? extends Cluster> clusters) throws IOException {
        CoreReport report = new CoreReport(steps);
        for (Cluster cluster : clusters) {
            warmUp(cluster);
        }
        for (int round = 1; round <= plan.rounds(); round++) {
            for (Cluster cluster : clusters) {
                cluster.tidy();
            }
            for (Step step : steps) {
                for (Cluster cluster : clusters) {
                    Measurement measured = measure(cluster, step);
                    report.add(cluster.name(), step, measured);
                    out.printf(
                            "round %d of %d: %s at %d, %s: %.0f/s, p99 %.1f ms%n",
                            round,
                            plan.rounds(),
                            step.kind(),
                            step.connections(),
                            cluster.name(),
                            measured.rate(),
                            measured.p99());
                }
            }
        }
        return report;
    }

    /** Writes every key, then mixes writes and reads until the time is over. */
    private void warmUp(Cluster cluster) throws IOException {
        out.printf("warming up %s for %d s%n", cluster.name(), plan.warmUp().toSeconds());
        Duration piece = plan.warmUp().dividedBy(2L * WARM_UP_CONNECTIONS.length);
        for (int connections : WARM_UP_CONNECTIONS) {
            new Load(List.of(cluster.leader()), writes(cluster, connections)).run(connections, piece);
            requireKeys(cluster);
            new Load(List.of(cluster.leader(), cluster.follower()), reads(cluster)).run(connections, piece);
        }
    }

    /** A short warm-up may not reach each key; reads are to find them all. */
    private void requireKeys(Cluster cluster) throws IOException {
        long[] known = versions(cluster);
        for (int attempt = 0; attempt < 60; attempt++) {
            boolean all = true;
            for (long version : known) {
                all &= version > 0;
            }
            if (all) {
                return;
            }
            new Load(List.of(cluster.leader()), writes(cluster, 16)).run(16, Duration.ofSeconds(1));
        }
        throw new IOException(cluster.name() + " did not take " + KEYS + " keys within a minute");
    }

    private Measurement measure(Cluster cluster, Step step) throws IOException {
        URI server = step.kind() == Step.Kind.FOLLOWER_READ ? cluster.follower() : cluster.leader();
        Workload workload = step.kind() == Step.Kind.WRITE
                ? new CompareAndSets(cluster.service(server), versions(cluster), step.connections())
                : new StrictReads(cluster.service(server), KEYS);
        new Load(List.of(server), workload).run(step.connections(), plan.rampUp());
        CpuTimes before = CpuTimes.now(cluster.pids());
        Load.Result result = new Load(List.of(server), workload).run(step.connections(), plan.step());
        return Measurement.of(result, before, CpuTimes.now(cluster.pids()));
    }

    private Workload writes(Cluster cluster, int connections) throws IOException {
        return new CompareAndSets(cluster.service(cluster.leader()), versions(cluster), connections);
    }

    private Workload reads(Cluster cluster) throws IOException {
        return new StrictReads(cluster.service(cluster.leader()), KEYS);
    }

    private long[] versions(Cluster cluster) {
        return versions.computeIfAbsent(cluster.name(), name -> new long[KEYS]);
    }
}
