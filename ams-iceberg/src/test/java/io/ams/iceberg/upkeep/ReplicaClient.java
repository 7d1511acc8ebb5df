package io.ams.iceberg.upkeep;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import io.ams.op.Operation;
import io.ams.op.TaskComplete;
import io.ams.op.TaskFail;
import io.ams.op.TaskLease;
import io.ams.op.WorkerHeartbeat;
import io.ams.op.WorkerRegister;
import io.ams.op.WorkerRemove;
import io.ams.optimizer.client.AmsClient;
import io.ams.optimizer.client.CallException;
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
import io.ams.proto.TaskProgress;
import io.ams.raft.Replica;
import io.ams.raft.Submission;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The worker protocol without HTTP: each call is the operation that a node would submit for it. */
final class ReplicaClient implements AmsClient {
    private static final long LEASE_MILLIS = 10_000;

    private final Replica replica;
    private final CountDownLatch never = new CountDownLatch(1);

    ReplicaClient(Replica replica) {
        this.replica = replica;
    }

    private <C extends MessageLite, R extends MessageLite> R submit(Operation<C, R> operation, C body)
            throws CallException {
        var reply = replica.submitter()
                .submit(operation, body, Submission.by("worker"))
                .toCompletableFuture()
                .join();
        String code = reply.fold(accepted -> "", failed -> failed.code().name());
        if (!code.isEmpty()) {
            throw new CallException(CallException.Fate.REFUSED, code, operation.name());
        }
        return reply.orThrow();
    }

    @Override
    public RegisterAnswer register(String node, RegisterRequest request) throws CallException {
        String id = String.valueOf(request.id());
        submit(
                new WorkerRegister(),
                io.ams.proto.WorkerRegister.newBuilder()
                        .setId(id)
                        .setGroup(request.group())
                        .setThreads(request.threads())
                        .setKind(request.kind())
                        .setHost(request.host())
                        .build());
        return new RegisterAnswer(id, 100, LEASE_MILLIS, List.of());
    }

    @Override
    public HeartbeatAnswer heartbeat(String node, String worker, HeartbeatRequest request) throws CallException {
        io.ams.proto.WorkerHeartbeat.Builder beat =
                io.ams.proto.WorkerHeartbeat.newBuilder().setId(worker).setLeaseMillis(LEASE_MILLIS);
        request.tasks()
                .forEach(task -> beat.addTasks(TaskProgress.newBuilder()
                        .setProcessId(task.processId())
                        .setNumber(task.number())
                        .setAttempt(task.attempt())
                        .setPercent(task.percent())));
        List<TaskStanding> lost = submit(new WorkerHeartbeat(), beat.build()).getLostList().stream()
                .map(task -> new TaskStanding(task.getProcessId(), task.getNumber(), task.getAttempt(), 0))
                .toList();
        return new HeartbeatAnswer(lost, List.of());
    }

    @Override
    public PollAnswer poll(String node, String worker, PollRequest request) throws CallException, InterruptedException {
        List<LeasedTask> tasks = submit(
                        new TaskLease(),
                        io.ams.proto.TaskLease.newBuilder()
                                .setWorker(worker)
                                .setMax(request.max())
                                .setLeaseMillis(LEASE_MILLIS)
                                .build())
                .getTasksList()
                .stream()
                .map(task -> new LeasedTask(
                        task.getProcessId(),
                        task.getNumber(),
                        task.getAttempt(),
                        Base64.getEncoder().encodeToString(task.getInput().toByteArray())))
                .toList();
        if (tasks.isEmpty()) {
            never.await(20, TimeUnit.MILLISECONDS);
        }
        return new PollAnswer(tasks);
    }

    @Override
    public void complete(String node, String worker, LeasedTask task, CompleteRequest request) throws CallException {
        submit(
                new TaskComplete(),
                io.ams.proto.TaskComplete.newBuilder()
                        .setProcessId(task.processId())
                        .setNumber(task.number())
                        .setAttempt(request.attempt())
                        .setWorker(worker)
                        .setOutput(ByteString.copyFrom(Base64.getDecoder().decode(request.output())))
                        .setOutputFiles(request.outputFiles())
                        .setOutputBytes(request.outputBytes())
                        .build());
    }

    @Override
    public void fail(String node, String worker, LeasedTask task, FailRequest request) throws CallException {
        submit(
                new TaskFail(),
                io.ams.proto.TaskFail.newBuilder()
                        .setProcessId(task.processId())
                        .setNumber(task.number())
                        .setAttempt(request.attempt())
                        .setWorker(worker)
                        .setError(request.error())
                        .build());
    }

    @Override
    public void leave(String node, String worker) throws CallException {
        submit(
                new WorkerRemove(),
                io.ams.proto.WorkerRemove.newBuilder()
                        .setId(worker)
                        .setReason("leaves")
                        .build());
    }
}
