package io.ams.web.it;

import io.ams.optimizer.RewriteRunner;
import io.ams.optimizer.TaskResult;
import io.ams.optimizer.TaskRunner;
import io.ams.optimizer.Worker;
import io.ams.optimizer.WorkerSettings;
import io.ams.optimizer.client.AmsClient;
import io.ams.optimizer.client.CallException;
import io.ams.optimizer.client.HttpAmsClient;
import io.ams.optimizer.protocol.CompleteRequest;
import io.ams.optimizer.protocol.FailRequest;
import io.ams.optimizer.protocol.HeartbeatAnswer;
import io.ams.optimizer.protocol.HeartbeatRequest;
import io.ams.optimizer.protocol.LeasedTask;
import io.ams.optimizer.protocol.PollAnswer;
import io.ams.optimizer.protocol.PollRequest;
import io.ams.optimizer.protocol.RegisterAnswer;
import io.ams.optimizer.protocol.RegisterRequest;
import io.ams.optimizer.rewrite.ConfiguredFileIOSource;
import io.ams.optimizer.rewrite.RewriteExecutor;
import io.ams.optimizer.rewrite.TaskControl;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/**
 * An ordinary worker whose tasks wait, after they are leased and before they are run, until they are let go. It says that it lives
 * all the while, so no lease runs out. It notes what it ran, and which node took the results.
 */
final class HeldWorker implements AutoCloseable {
    /** A task as it was run. */
    record Run(String processId, int number, int attempt) {
        static Run of(LeasedTask task) {
            return new Run(task.processId(), task.number(), task.attempt());
        }
    }

    /** A result that a node took. */
    record HandedIn(String node, Run run) {}

    private final CountDownLatch gate = new CountDownLatch(1);
    private final List<Run> runs = new CopyOnWriteArrayList<>();
    private final List<HandedIn> handedIn = new CopyOnWriteArrayList<>();
    private final Worker worker;

    /** A worker of this group that begins at this node. */
    HeldWorker(String group, int threads, URI node) {
        TaskRunner rewrite = new RewriteRunner(new RewriteExecutor(new ConfiguredFileIOSource()));
        worker = new Worker(
                new NotingClient(new HttpAmsClient(Optional.empty())),
                List.of(node.toString()),
                WorkerSettings.of(group, threads, "process", "test"),
                (task, input, control) -> held(rewrite, task, input, control),
                Clock.systemUTC());
        worker.start();
    }

    private TaskResult held(TaskRunner rewrite, LeasedTask task, byte[] input, TaskControl control) throws IOException {
        runs.add(Run.of(task));
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        return rewrite.run(task, input, control);
    }

    /** Lets the tasks go. */
    void release() {
        gate.countDown();
    }

    List<Run> runs() {
        return List.copyOf(runs);
    }

    List<HandedIn> handedIn() {
        return List.copyOf(handedIn);
    }

    @Override
    public void close() {
        release();
        worker.close();
    }

    private final class NotingClient implements AmsClient {
        private final AmsClient client;

        NotingClient(AmsClient client) {
            this.client = client;
        }

        @Override
        public RegisterAnswer register(String node, RegisterRequest request)
                throws CallException, InterruptedException {
            return client.register(node, request);
        }

        @Override
        public HeartbeatAnswer heartbeat(String node, String id, HeartbeatRequest request)
                throws CallException, InterruptedException {
            return client.heartbeat(node, id, request);
        }

        @Override
        public PollAnswer poll(String node, String id, PollRequest request) throws CallException, InterruptedException {
            return client.poll(node, id, request);
        }

        @Override
        public void complete(String node, String id, LeasedTask task, CompleteRequest request)
                throws CallException, InterruptedException {
            client.complete(node, id, task, request);
            handedIn.add(new HandedIn(node, Run.of(task)));
        }

        @Override
        public void fail(String node, String id, LeasedTask task, FailRequest request)
                throws CallException, InterruptedException {
            client.fail(node, id, task, request);
        }

        @Override
        public void leave(String node, String id) throws CallException, InterruptedException {
            client.leave(node, id);
        }
    }
}
