package io.ams.optimizer;

import io.ams.optimizer.client.AmsClient;
import io.ams.optimizer.client.CallException;
import io.ams.optimizer.client.CallException.Fate;
import io.ams.optimizer.protocol.CompleteRequest;
import io.ams.optimizer.protocol.FailRequest;
import io.ams.optimizer.protocol.HeartbeatAnswer;
import io.ams.optimizer.protocol.HeartbeatRequest;
import io.ams.optimizer.protocol.LeasedTask;
import io.ams.optimizer.protocol.PollAnswer;
import io.ams.optimizer.protocol.PollRequest;
import io.ams.optimizer.protocol.RegisterAnswer;
import io.ams.optimizer.protocol.RegisterRequest;
import io.ams.optimizer.protocol.TaskStanding;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A cluster of named nodes, in memory: nodes can be down, and what hand-ins are answered can be said beforehand. */
final class FakeAms implements AmsClient {
    final Set<String> down = ConcurrentHashMap.newKeySet();
    final Queue<LeasedTask> waiting = new ConcurrentLinkedQueue<>();
    /** What the next hand-ins of process p1 are answered; once empty, and for others, they are taken. */
    final Queue<CallException> handInAnswers = new ConcurrentLinkedQueue<>();

    final List<String> completedAt = new CopyOnWriteArrayList<>();
    final List<String> errors = new CopyOnWriteArrayList<>();
    final List<String> registeredAt = new CopyOnWriteArrayList<>();
    final List<TaskStanding> beats = new CopyOnWriteArrayList<>();
    final Set<TaskStanding> lost = ConcurrentHashMap.newKeySet();
    volatile boolean knowsWorker;
    volatile boolean left;
    volatile List<String> nodes = List.of();
    private final CountDownLatch never = new CountDownLatch(1);

    private void reach(String node) throws CallException {
        if (down.contains(node)) {
            throw new CallException(Fate.NOT_APPLIED, "", node + " is down");
        }
    }

    @Override
    public RegisterAnswer register(String node, RegisterRequest request) throws CallException {
        reach(node);
        registeredAt.add(node);
        knowsWorker = true;
        return new RegisterAnswer(String.valueOf(request.id()), 20, 1000, nodes);
    }

    private void known() throws CallException {
        if (!knowsWorker) {
            throw new CallException(Fate.REFUSED, "WORKER_NOT_FOUND", "who are you");
        }
    }

    @Override
    public HeartbeatAnswer heartbeat(String node, String worker, HeartbeatRequest request) throws CallException {
        reach(node);
        known();
        beats.addAll(request.tasks());
        List<TaskStanding> gone = request.tasks().stream()
                .filter(task -> lost.stream()
                        .anyMatch(
                                other -> other.processId().equals(task.processId()) && other.number() == task.number()))
                .toList();
        return new HeartbeatAnswer(gone, nodes);
    }

    @Override
    public PollAnswer poll(String node, String worker, PollRequest request) throws CallException, InterruptedException {
        reach(node);
        known();
        LeasedTask task = waiting.poll();
        if (task == null) {
            never.await(5, TimeUnit.MILLISECONDS);
            return new PollAnswer(List.of());
        }
        return new PollAnswer(List.of(task));
    }

    @Override
    public void complete(String node, String worker, LeasedTask task, CompleteRequest request) throws CallException {
        reach(node);
        CallException answer = task.processId().equals("p1") ? handInAnswers.poll() : null;
        if (answer != null) {
            throw answer;
        }
        completedAt.add(node);
    }

    @Override
    public void fail(String node, String worker, LeasedTask task, FailRequest request) throws CallException {
        reach(node);
        errors.add(request.error());
    }

    @Override
    public void leave(String node, String worker) {
        left = true;
    }
}
