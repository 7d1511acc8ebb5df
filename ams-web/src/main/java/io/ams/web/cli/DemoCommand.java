package io.ams.web.cli;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Returns 0 only if the files became fewer and the rows stayed the same. */
@Command(
        name = "demo",
        description =
                "Makes a table through the Iceberg client, commits many small files and watches AMS compact them. Runs"
                        + " on the cluster that there is; the table stays.",
        mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern(
                    "'orders_'yyyyMMdd_HHmmss_SSS", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    @Mixin
    private @Nullable Connection connection;

    @Option(names = "--files", paramLabel = "N", description = "How many files to commit (default: ${DEFAULT-VALUE}).")
    private int files = 200;

    @Option(names = "--rows", paramLabel = "N", description = "Rows in each file (default: ${DEFAULT-VALUE}).")
    private int rows = 50;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "How long to wait for the compaction (default: ${DEFAULT-VALUE}).")
    private int timeout = 180;

    @Option(
            names = "--ddl",
            description =
                    "Instead: eight shards whose schemas drift feed one table, in both modes. Meanwhile the leader of the cluster"
                            + " is killed with kill -9 and started again; one that does not run on this machine hands over.")
    private boolean ddl;

    @Option(names = "--seed", paramLabel = "N", description = "With --ddl: what the shards do (default: by chance).")
    private long seed = System.nanoTime() % 1_000_000;

    @Option(names = "--table", paramLabel = "NAME", description = "Name of the new table in namespace demo.")
    private String table = NAME.format(Instant.now());

    @Override
    public Integer call() {
        if (files < 1 || rows < 1 || timeout < 1) {
            throw new CliException(CliExit.USAGE, "--files, --rows and --timeout are at least 1");
        }
        Connection to = Objects.requireNonNull(connection);
        if (ddl) {
            return new DdlDemoRun(to, to.connect(), to.localNodes(), table, seed, rows)
                    .run()
                    .code();
        }
        // The Iceberg client is loaded here and nowhere else: the other commands start without it on their class path.
        return new DemoRun(to, to.connect(), table, files, rows, Duration.ofSeconds(timeout))
                .run()
                .code();
    }
}
