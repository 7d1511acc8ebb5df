package io.ams.optimizer;

import io.ams.optimizer.client.AmsClient;
import io.ams.optimizer.client.CallException;
import io.ams.optimizer.client.Nodes;
import io.ams.optimizer.protocol.CompleteRequest;
import io.ams.optimizer.protocol.FailRequest;
import io.ams.optimizer.protocol.HeartbeatRequest;
import io.ams.optimizer.protocol.LeasedTask;
import io.ams.optimizer.protocol.PollRequest;
import io.ams.optimizer.protocol.TaskStanding;
import io.ams.optimizer.rewrite.TaskCancelledException;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker: asks for tasks while it has free threads, says that it lives, runs the tasks and hands their ends in. It survives the
 * loss of any node, of its registration and of its leases; a finished result is never run again for a lost answer.
 *
 * <p>{@link #start} once, {@link #close} once; both from any thread.
 */
public final class Worker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
    private static final Duration DRAIN = Duration.ofSeconds(30);
    private static final Duration AFTER_CANCEL = Duration.ofSeconds(10);
    private static final int MAX_ERROR = 2000;

    private final AmsClient client;
    private final Nodes nodes;
    private final WorkerSettings settings;
    private final TaskRunner runner;
    private final Session session;
    private final HandIn handIn;

    /** Set when no new task is wanted. */
    private final CountDownLatch closing = new CountDownLatch(1);
    /** Set when what is left is to be dropped. */
    private final CountDownLatch givenUp = new CountDownLatch(1);

    /** Whether AMS has ever answered that it knows this worker: if not, there is hardly somebody to take leave of. */
    private volatile boolean known;

    private final Semaphore free;
    private final Set<RunningTask> running = ConcurrentHashMap.newKeySet();
    private final ExecutorService tasks;
    private final Thread poller;
    private final Thread heart;

    public Worker(AmsClient client, List<String> urls, WorkerSettings settings, TaskRunner runner, Clock clock) {
        this.client = client;
        this.nodes = new Nodes(urls);
        this.settings = settings;
        this.runner = runner;
        this.session = new Session(client, nodes, settings, clock);
        this.handIn = new HandIn(client, nodes, session, settings, givenUp);
        this.free = new Semaphore(settings.threads());
        this.tasks = Executors.newFixedThreadPool(settings.threads(), named("ams-task-"));
        this.poller = named("ams-worker-poll-").newThread(this::pollLoop);
        this.heart = named("ams-worker-heartbeat-").newThread(this::heartbeatLoop);
    }

    /** The id under which AMS knows this worker. */
    public String id() {
        return session.id();
    }

    /** Begins to work; returns at once. */
    public void start() {
        poller.start();
        heart.start();
    }

    /** Takes no more tasks, lets those under way end within half a minute, and leaves. */
    @Override
    public void close() {
        close(DRAIN);
    }

    /** Takes no more tasks, lets those under way end within the bound, and leaves. Tasks that do not end go to others. */
    public void close(Duration drain) {
        closing.countDown();
        poller.interrupt();
        tasks.shutdown();
        try {
            if (!tasks.awaitTermination(drain.toMillis(), TimeUnit.MILLISECONDS)) {
                running.forEach(RunningTask::cancel);
                givenUp.countDown();
                tasks.awaitTermination(AFTER_CANCEL.toMillis(), TimeUnit.MILLISECONDS);
            }
            leave();
            givenUp.countDown();
            poller.join();
            heart.interrupt();
            heart.join();
        } catch (InterruptedException e) {
            givenUp.countDown();
            tasks.shutdownNow();
            heart.interrupt();
            Thread.currentThread().interrupt();
        }
    }

    private void leave() throws InterruptedException {
        if (!known) {
            return;
        }
        try {
            client.leave(nodes.current(), session.id());
        } catch (CallException e) {
            LOG.info("leaving was not heard, AMS will notice the silence: {}", e.getMessage());
        }
    }

    private void pollLoop() {
        Backoff backoff = new Backoff(settings, closing);
        boolean registered = false;
        try {
            while (closing.getCount() > 0) {
                String node = nodes.current();
                try {
                    if (registered) {
                        poll(node);
                    } else {
                        session.register();
                        registered = true;
                        known = true;
                        LOG.info("registered as {} at {}", session.id(), node);
                    }
                    backoff.reset();
                } catch (CallException e) {
                    LOG.info("worker {}: {}", session.id(), e.getMessage());
                    registered = registered && !e.code().equals(Session.FORGOTTEN);
                    nodes.failed(node);
                    if (!backoff.pause()) {
                        return;
                    }
                }
            }
        } catch (InterruptedException e) {
            // Only close() interrupts this thread.
            Thread.currentThread().interrupt();
        }
    }

    /** Asks for as many tasks as threads are free; at least one is, or it waits. */
    private void poll(String node) throws CallException, InterruptedException {
        free.acquire();
        int room = 1 + free.drainPermits();
        int taken = 0;
        try {
            PollRequest request = new PollRequest(room, settings.pollWait().toMillis());
            for (LeasedTask task : client.poll(node, session.id(), request).tasks()) {
                if (taken < room && closing.getCount() > 0) {
                    begin(new RunningTask(task));
                    taken++;
                }
            }
        } finally {
            free.release(room - taken);
        }
    }

    private void begin(RunningTask task) {
        running.add(task);
        tasks.execute(() -> {
            try {
                run(task);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                running.remove(task);
                free.release();
            }
        });
    }

    private void run(RunningTask task) throws InterruptedException {
        TaskResult result;
        try {
            byte[] input = Base64.getDecoder().decode(task.task().input());
            result = runner.run(task.task(), input, task);
        } catch (TaskCancelledException e) {
            LOG.info("{}: {}", task, e.getMessage());
            return;
        } catch (Exception | OutOfMemoryError e) {
            // Whatever a file or a library does, it is this task that failed and not the worker.
            LOG.warn("{} failed", task, e);
            fail(task, e.toString());
            return;
        }
        handIn(task, result);
    }

    private void handIn(RunningTask task, TaskResult result) throws InterruptedException {
        task.progress(100);
        CompleteRequest request = new CompleteRequest(
                task.task().attempt(),
                Base64.getEncoder().encodeToString(result.output()),
                result.files(),
                result.bytes());
        HandIn.End end = handIn.deliver(task, (ams, node, worker) -> ams.complete(node, worker, task.task(), request));
        switch (end) {
            case TAKEN -> LOG.info("{} is done: {} files, {} bytes", task, result.files(), result.bytes());
            case REFUSED -> result.discard();
            case UNKNOWN -> LOG.warn("whether AMS took the result of {} is not known; its files stay", task);
        }
    }

    private void fail(RunningTask task, String error) throws InterruptedException {
        String shown = error.length() > MAX_ERROR ? error.substring(0, MAX_ERROR) : error;
        FailRequest request = new FailRequest(task.task().attempt(), shown);
        handIn.deliver(task, (ams, node, worker) -> ams.fail(node, worker, task.task(), request));
    }

    /** Beats until close() has seen the last task end, so that leases hold while the worker drains. */
    private void heartbeatLoop() {
        try {
            while (!givenUp.await(session.heartbeatEvery().toMillis(), TimeUnit.MILLISECONDS)) {
                beat();
            }
        } catch (InterruptedException e) {
            // Only close() interrupts this thread.
            Thread.currentThread().interrupt();
        }
    }

    private void beat() throws InterruptedException {
        String node = nodes.current();
        List<TaskStanding> standings =
                running.stream().map(RunningTask::standing).toList();
        try {
            for (TaskStanding lost :
                    session.heartbeat(new HeartbeatRequest(standings)).lost()) {
                running.stream().filter(task -> task.is(lost)).forEach(RunningTask::cancel);
            }
        } catch (CallException e) {
            if (e.code().equals(Session.FORGOTTEN)) {
                registerAgain(node);
            } else {
                LOG.info("a heartbeat of {} was not heard: {}", session.id(), e.getMessage());
                nodes.failed(node);
            }
        }
    }

    private void registerAgain(String node) throws InterruptedException {
        try {
            session.register();
            LOG.info("registered again as {} at {}", session.id(), node);
        } catch (CallException e) {
            LOG.info("{} could not register again: {}", session.id(), e.getMessage());
            nodes.failed(node);
        }
    }

    private static ThreadFactory named(String prefix) {
        AtomicInteger count = new AtomicInteger();
        return work -> {
            Thread thread = new Thread(work, prefix + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
