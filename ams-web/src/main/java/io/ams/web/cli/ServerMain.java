package io.ams.web.cli;

import io.ams.raft.node.ExitCode;
import io.ams.raft.node.StartRefusedException;
import io.ams.web.server.NodeLauncher;
import io.ams.web.server.NodeOptions;
import io.ams.web.server.RunningNode;
import java.io.PrintStream;
import java.util.Map;
import java.util.ServiceLoader;
import org.slf4j.bridge.SLF4JBridgeHandler;
import picocli.CommandLine;

/**
 * The process of a node: options in, exit code out. Whatever goes wrong before the node runs is one line on the error stream that
 * begins with {@code ams: cannot start:} and ends with the name and number of the exit code.
 */
public final class ServerMain {
    private final NodeLauncher launcher;
    private final Map<String, String> environment;
    private final PrintStream err;

    ServerMain(NodeLauncher launcher, Map<String, String> environment, PrintStream err) {
        this.launcher = launcher;
        this.environment = environment;
        this.err = err;
    }

    public static void main(String[] args) {
        // Some libraries log by java.util.logging, which writes where only what an operator must read belongs.
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
        NodeLauncher launcher = ServiceLoader.load(NodeLauncher.class)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no NodeLauncher on the class path"));
        exit(new ServerMain(launcher, System.getenv(), System.err), args);
    }

    /** Runs a node with this launcher until it ends, then ends the process. */
    static void exit(ServerMain main, String[] args) {
        // Runtime.halt in the hook ends the process with the node's code: after a signal the JVM's own would be 143.
        System.exit(main.run(args, ServerMain::stopOnSignal).code());
    }

    /** How a node learns that the process is asked to end. */
    interface SignalBinding {
        /** Called once, before the node is started, so that no signal is missed. */
        void bind(NodeStop stop);
    }

    /** Returns when the node has ended. */
    ExitCode run(String[] args, SignalBinding signals) {
        ServerCommand command = new ServerCommand(environment);
        CommandLine line = new CommandLine(command).setCaseInsensitiveEnumValuesAllowed(true);
        try {
            line.parseArgs(args);
            if (line.isUsageHelpRequested()) {
                line.usage(err);
                return ExitCode.OK;
            }
            return launch(command.options(), signals);
        } catch (CommandLine.ParameterException e) {
            return refuse(ExitCode.USAGE, String.valueOf(e.getMessage()));
        } catch (CliException e) {
            return refuse(ExitCode.USAGE, e.detail());
        } catch (StartRefusedException e) {
            return refuse(e.exitCode(), e.detail());
        }
    }

    private ExitCode launch(NodeOptions options, SignalBinding signals) {
        try (DataDirectory directory = DataDirectory.open(options.data(), options.id())) {
            FreePorts.require(options);
            directory.writeUrl(options.http().httpUri());
            ExitCode code;
            try (NodeStop stop = new NodeStop()) {
                signals.bind(stop);
                RunningNode node = launcher.launch(options);
                stop.started(node);
                code = node.awaitEnd();
            }
            if (code != ExitCode.OK) {
                err.println("ams: node " + options.id() + " stopped: " + code.meaning() + named(code));
            }
            return code;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.FAILED;
        }
    }

    private ExitCode refuse(ExitCode code, String detail) {
        String line = detail.strip().replaceAll("\\s*\\R\\s*", "; ");
        err.println("ams: cannot start: " + line + named(code));
        return code;
    }

    private static String named(ExitCode code) {
        return " [" + code + ", exit code " + code.code() + "]";
    }

    private static void stopOnSignal(NodeStop stop) {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            if (stop.stop()) {
                                Runtime.getRuntime().halt(ExitCode.OK.code());
                            }
                        },
                        "ams-stop"));
    }
}
