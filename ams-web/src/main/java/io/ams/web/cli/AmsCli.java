package io.ams.web.cli;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IFactory;

/** {@code bin/ams}: looks at a cluster and changes it, over the management API of any node. */
@Command(
        name = "ams",
        description = "Looks at a cluster of AMS nodes and changes it.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        usageHelpAutoWidth = true,
        subcommands = {
            StatusCommand.class,
            PeerCommands.class,
            NodeCommands.class,
            TableCommands.class,
            DdlCommands.class,
            DemoCommand.class
        })
public final class AmsCli {
    private AmsCli() {}

    public static void main(String[] args) {
        System.exit(commandLine(System.getenv()).execute(args));
    }

    /** The command line with all commands; takes nothing from outside but this environment. */
    static CommandLine commandLine(Map<String, String> environment) {
        CommandLine line = new CommandLine(new AmsCli(), new Connections(environment));
        line.setExecutionExceptionHandler((failure, command, parsed) -> {
            if (failure instanceof CliException expected) {
                command.getErr().println("ams: " + expected.detail());
                return expected.exit().code();
            }
            throw failure;
        });
        return line;
    }

    /** Gives each command a connection with this environment, and makes everything else as picocli does. */
    private record Connections(Map<String, String> environment) implements IFactory {
        @Override
        public <K> K create(Class<K> type) throws Exception {
            return type == Connection.class
                    ? type.cast(new Connection(environment))
                    : CommandLine.defaultFactory().create(type);
        }
    }
}
