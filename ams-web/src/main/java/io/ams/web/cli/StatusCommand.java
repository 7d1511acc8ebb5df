package io.ams.web.cli;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Returns 0 only for a cluster with a leader whose members all answer. */
@Command(
        name = "status",
        description =
                "Shows the nodes, the leader and what the cluster can still lose. Works on a node without a majority.",
        mixinStandardHelpOptions = true)
final class StatusCommand implements Callable<Integer> {
    @Mixin
    private @Nullable Connection connection;

    @Override
    public Integer call() {
        Connection to = Objects.requireNonNull(connection);
        ClusterView view = ClusterView.of(to.connect(), to);
        if (to.json()) {
            to.print(view.toJson());
        } else {
            to.out().print(new StatusReport(view).render());
            to.out().flush();
        }
        return (view.whole() ? CliExit.OK : CliExit.UNHEALTHY).code();
    }
}
