package io.ams.web.cli.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bin/ams-bench}. Measures and prints; whether an aim is reached does not change what it returns. */
@Command(
        name = "ams-bench",
        description = "Measures AMS on a fresh cluster of three nodes on this machine.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
public final class BenchMain {
    private final List<Cluster> running = new CopyOnWriteArrayList<>();
    private final Path home;

    private BenchMain(Path home) {
        this.home = home;
    }

    /** How long and how often. */
    static final class Times {
        @Option(
                names = "--warmup",
                paramLabel = "SECONDS",
                defaultValue = "120",
                description = "Unmeasured load for each system first (default: ${DEFAULT-VALUE}).")
        int warmUp;

        @Option(
                names = "--seconds",
                paramLabel = "SECONDS",
                defaultValue = "5",
                description = "Length of a step (default: ${DEFAULT-VALUE}).")
        int seconds;

        @Option(
                names = "--rounds",
                paramLabel = "N",
                defaultValue = "3",
                description = "Rounds; medians are printed (default: ${DEFAULT-VALUE}).")
        int rounds;

        @Option(
                names = "--quick",
                description = "5 s of warm-up, steps of 1 s, one round: shows that it works, measures nothing.")
        boolean quick;

        @Option(
                names = "--profile",
                paramLabel = "fast|steady",
                defaultValue = "steady",
                description = "Of the nodes of AMS (default: ${DEFAULT-VALUE}).")
        String profile = "steady";

        CoreBench.Plan plan() {
            return quick
                    ? new CoreBench.Plan(Duration.ofSeconds(5), Duration.ofSeconds(1), 1)
                    : new CoreBench.Plan(Duration.ofSeconds(warmUp), Duration.ofSeconds(seconds), rounds);
        }
    }

    public static void main(String[] args) {
        BenchMain main = new BenchMain(Path.of(System.getProperty("ams.home", ".")));
        Runtime.getRuntime().addShutdownHook(new Thread(main::stopAll, "ams-bench-stop"));
        System.exit(commandLine(main).execute(args));
    }

    /** The command line without the hook, for what only reads options. */
    static CommandLine commandLine(BenchMain main) {
        return new CommandLine(main).setExecutionExceptionHandler((failure, command, parsed) -> {
            command.getErr().println("ams-bench: " + failure.getMessage());
            return 1;
        });
    }

    @Command(
            name = "core",
            description =
                    "Compare-and-set and strict reads over HTTP, in turns with the HTTP gateway of a three-member etcd.",
            mixinStandardHelpOptions = true)
    int core(@Mixin Times times, @Option(names = "--no-etcd", description = "Measure AMS alone.") boolean alone)
            throws IOException {
        try {
            List<Cluster> clusters = new ArrayList<>();
            clusters.add(keep(AmsCluster.start(home, AmsCluster.USUAL_NODES, times.profile)));
            if (!alone) {
                clusters.add(keep(EtcdCluster.start()));
            }
            sayConditions(times);
            CoreReport report = new CoreBench(times.plan(), Step.core(), System.out).run(clusters);
            System.out.println();
            System.out.print(report.render());
            return 0;
        } finally {
            stopAll();
        }
    }

    @Command(
            name = "catalog",
            description =
                    "Table commits and loads over the Iceberg REST API, and the unavailable time after a kill of the leader.",
            mixinStandardHelpOptions = true)
    int catalog(@Mixin Times times) throws IOException {
        try {
            AmsCluster cluster = AmsCluster.start(home, AmsCluster.USUAL_NODES, times.profile);
            keep(cluster);
            sayConditions(times);
            new CatalogBench(times.plan(), cluster, System.out).run();
            return 0;
        } finally {
            stopAll();
        }
    }

    @Command(
            name = "ddl",
            description = "Announcements in groups of many shards with wide schemas, on the leader.",
            mixinStandardHelpOptions = true)
    int ddl(@Mixin DdlBench.Size size) throws IOException, InterruptedException {
        try {
            AmsCluster cluster = AmsCluster.start(home, size.nodes, "steady");
            keep(cluster);
            sayConditions(size.nodes, "steady");
            new DdlBench(cluster, size, System.out).run();
            return 0;
        } finally {
            stopAll();
        }
    }

    private static void sayConditions(Times times) {
        sayConditions(AmsCluster.USUAL_NODES, times.profile);
    }

    private static void sayConditions(int nodes, String profile) {
        System.out.printf(
                "nodes of AMS: %d with %s of heap, profile %s; servers and load share %d cores%n",
                nodes, AmsCluster.heap(), profile, Runtime.getRuntime().availableProcessors());
    }

    private Cluster keep(Cluster cluster) {
        running.add(cluster);
        return cluster;
    }

    private void stopAll() {
        running.forEach(Cluster::close);
    }
}
