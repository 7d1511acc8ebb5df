package io.ams.optimizer;

import io.ams.optimizer.client.HttpAmsClient;
import io.ams.optimizer.rewrite.ConfiguredFileIOSource;
import io.ams.optimizer.rewrite.RewriteExecutor;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A worker as a process of its own. Runs until it is told to end; a first SIGTERM lets running tasks end. */
public final class WorkerMain {
    private static final int BAD_USAGE = 2;

    private WorkerMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        if (List.of(arguments).contains("--help")) {
            System.out.println(WorkerOptions.USAGE);
            return;
        }
        WorkerOptions options;
        try {
            options = WorkerOptions.parse(List.of(arguments), System.getenv());
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.println(WorkerOptions.USAGE);
            System.exit(BAD_USAGE);
            return;
        }
        WorkerSettings settings = WorkerSettings.of(options.group(), options.threads(), "process", host());
        Worker worker = new Worker(
                new HttpAmsClient(options.token()),
                options.urls(),
                settings,
                new RewriteRunner(new RewriteExecutor(new ConfiguredFileIOSource())),
                Clock.systemUTC());
        Runtime.getRuntime().addShutdownHook(new Thread(worker::close, "ams-worker-stop"));
        worker.start();
        System.out.println("worker " + worker.id() + ": group " + options.group() + ", " + options.threads()
                + " threads, nodes " + String.join(",", options.urls()));
        // The shutdown hook ends the process; nothing else does.
        new CountDownLatch(1).await();
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
