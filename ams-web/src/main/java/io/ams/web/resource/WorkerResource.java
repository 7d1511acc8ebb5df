package io.ams.web.resource;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import io.ams.op.ErrorCode;
import io.ams.op.Operation;
import io.ams.op.Operations;
import io.ams.op.Settings;
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
import io.ams.proto.NodeRow;
import io.ams.proto.NodeState;
import io.ams.proto.TaskComplete;
import io.ams.proto.TaskFail;
import io.ams.proto.TaskLease;
import io.ams.proto.TaskProgress;
import io.ams.proto.TasksLeased;
import io.ams.proto.WorkerHeartbeat;
import io.ams.proto.WorkerHeartbeatAnswer;
import io.ams.proto.WorkerRegister;
import io.ams.proto.WorkerRemove;
import io.ams.raft.AmsException;
import io.ams.raft.Replica;
import io.ams.raft.Reply;
import io.ams.raft.Submission;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.Keys;
import io.ams.state.Rows;
import io.ams.state.View;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The workers' protocol: each call is one operation, on any node. No thread waits for a task to come; a poll that finds none is
 * answered when the queue of its group changes, or when its time is over.
 */
@Path("/api/v1/workers")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
public final class WorkerResource {
    private static final String INDEX_HEADER = "X-AMS-Index";
    private static final String KEY_HEADER = "Idempotency-Key";
    private static final long MAX_WAIT_MILLIS = 20_000;
    private static final int MAX_TASKS = 64;
    /** So many heartbeats may be lost before a worker counts as lost. */
    private static final int HEARTBEATS = 5;

    private final Replica replica;
    private final ChangeSignal signal;
    private final Executor answers;

    /**
     * @param signal subscribed to the replica
     * @param answers runs what follows an outcome, so that the threads of replication write to no socket
     */
    public WorkerResource(Replica replica, ChangeSignal signal, Executor answers) {
        this.replica = replica;
        this.signal = signal;
        this.answers = answers;
    }

    @POST
    public CompletionStage<Response> register(@Nullable RegisterRequest body) {
        RegisterRequest request = present(body);
        String id = request.id() == null ? UUID.randomUUID().toString() : request.id();
        WorkerRegister command = WorkerRegister.newBuilder()
                .setId(id)
                .setGroup(text(request.group(), "group"))
                .setThreads(Math.max(0, request.threads()))
                .setKind(text(request.kind(), "kind"))
                .setHost(text(request.host(), "host"))
                .build();
        return answer(
                submit(Operations.WORKER_REGISTER, command, worker(id)),
                row -> local(view -> {
                    long lostAfter = Settings.WORKER_LOST_AFTER.numberIn(view);
                    return new RegisterAnswer(id, Math.max(1, lostAfter / HEARTBEATS), lostAfter, nodes(view));
                }));
    }

    @POST
    @Path("{id}/heartbeat")
    public CompletionStage<Response> heartbeat(@PathParam("id") String id, @Nullable HeartbeatRequest body) {
        WorkerHeartbeat.Builder command = WorkerHeartbeat.newBuilder().setId(id).setLeaseMillis(leaseMillis());
        for (TaskStanding task : present(body).tasks()) {
            command.addTasks(TaskProgress.newBuilder()
                    .setProcessId(task.processId())
                    .setNumber(task.number())
                    .setAttempt(task.attempt())
                    .setPercent(task.percent()));
        }
        return answer(
                submit(Operations.WORKER_HEARTBEAT, command.build(), worker(id)),
                beat -> new HeartbeatAnswer(lost(beat), local(WorkerResource::nodes)));
    }

    @POST
    @Path("{id}/poll")
    public CompletionStage<Response> poll(@PathParam("id") String id, @Nullable PollRequest body) {
        PollRequest request = present(body);
        if (request.max() < 1) {
            throw new AmsException(ErrorCode.BAD_REQUEST, "max must be at least 1: it is how many tasks are wanted");
        }
        long wait = Math.min(MAX_WAIT_MILLIS, Math.max(0, request.waitMillis()));
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(wait);
        return answer(lease(id, Math.min(MAX_TASKS, request.max()), until), WorkerResource::tasks);
    }

    @POST
    @Path("{id}/tasks/{processId}/{number}/complete")
    public CompletionStage<Response> complete(
            @PathParam("id") String id,
            @PathParam("processId") String processId,
            @PathParam("number") int number,
            @HeaderParam(KEY_HEADER) @Nullable String key,
            @Nullable CompleteRequest body) {
        CompleteRequest request = present(body);
        TaskComplete command = TaskComplete.newBuilder()
                .setProcessId(processId)
                .setNumber(number)
                .setAttempt(request.attempt())
                .setWorker(id)
                .setOutput(bytes(request.output()))
                .setOutputFiles(request.outputFiles())
                .setOutputBytes(request.outputBytes())
                .build();
        return done(submit(Operations.TASK_COMPLETE, command, keyed(id, key, command)));
    }

    @POST
    @Path("{id}/tasks/{processId}/{number}/fail")
    public CompletionStage<Response> fail(
            @PathParam("id") String id,
            @PathParam("processId") String processId,
            @PathParam("number") int number,
            @HeaderParam(KEY_HEADER) @Nullable String key,
            @Nullable FailRequest body) {
        FailRequest request = present(body);
        TaskFail command = TaskFail.newBuilder()
                .setProcessId(processId)
                .setNumber(number)
                .setAttempt(request.attempt())
                .setWorker(id)
                .setError(text(request.error(), "error"))
                .build();
        return done(submit(Operations.TASK_FAIL, command, keyed(id, key, command)));
    }

    @DELETE
    @Path("{id}")
    @Consumes(MediaType.WILDCARD)
    public CompletionStage<Response> leave(@PathParam("id") String id) {
        WorkerRemove command =
                WorkerRemove.newBuilder().setId(id).setReason("it left").build();
        return done(submit(Operations.WORKER_REMOVE, command, worker(id)));
    }

    /** Leases what waits; if nothing does, waits until something may, or the time is over. */
    private CompletionStage<Reply.Accepted<TasksLeased>> lease(String id, int max, long untilNanos) {
        long millis = TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime());
        String group = local(
                view -> view.get(Columns.WORKERS, id).map(row -> row.getGroup()).orElse(""));
        // Waiting begins before the look: a task that comes in between is not missed.
        CompletableFuture<Boolean> come = signal.await(group, millis);
        boolean sure = !group.isEmpty() && !local(view -> Rows.any(view, Columns.QUEUE, Keys.QueueKey.of(group)));
        if (sure && millis > 0) {
            return come.thenComposeAsync(any -> lease(id, max, any ? untilNanos : System.nanoTime()), answers);
        }
        TaskLease command = TaskLease.newBuilder()
                .setWorker(id)
                .setMax(max)
                .setLeaseMillis(leaseMillis())
                .build();
        return submit(Operations.TASK_LEASE, command, worker(id))
                .thenComposeAsync(
                        leased -> {
                            if (leased.result().getTasksCount() > 0 || millis <= 0) {
                                come.complete(false);
                                return CompletableFuture.completedFuture(leased);
                            }
                            return come.thenComposeAsync(
                                    any -> lease(id, max, any ? untilNanos : System.nanoTime()), answers);
                        },
                        answers);
    }

    private <C extends MessageLite, R extends MessageLite> CompletionStage<Reply.Accepted<R>> submit(
            Operation<C, R> operation, C command, Submission submission) {
        return replica.submitter()
                .submit(operation, command, submission)
                .thenApply(reply -> reply.fold(accepted -> accepted, failed -> {
                    throw new AmsException(failed.code(), failed.detail());
                }));
    }

    private <R> CompletionStage<Response> answer(CompletionStage<Reply.Accepted<R>> reply, Function<R, ?> render) {
        return reply.thenApplyAsync(
                accepted -> Response.ok(render.apply(accepted.result()))
                        .header(INDEX_HEADER, accepted.index())
                        .build(),
                answers);
    }

    private <R> CompletionStage<Response> done(CompletionStage<Reply.Accepted<R>> reply) {
        return reply.thenApplyAsync(
                accepted -> Response.noContent()
                        .header(INDEX_HEADER, accepted.index())
                        .build(),
                answers);
    }

    private <T> T local(Function<View, T> query) {
        return replica.reader().readLocal(query).value();
    }

    private long leaseMillis() {
        return local(Settings.WORKER_LOST_AFTER::numberIn);
    }

    private static List<String> nodes(View view) {
        return Rows.values(view, Columns.NODES, KeyRange.all()).stream()
                .filter(node -> node.getState() == NodeState.ACTIVE || node.getState() == NodeState.DRAINING)
                .map(NodeRow::getHttpAddress)
                .filter(address -> !address.isEmpty())
                .map(address -> address.contains("://") ? address : "http://" + address)
                .toList();
    }

    private static List<TaskStanding> lost(WorkerHeartbeatAnswer beat) {
        return beat.getLostList().stream()
                .map(task ->
                        new TaskStanding(task.getProcessId(), task.getNumber(), task.getAttempt(), task.getPercent()))
                .toList();
    }

    private static PollAnswer tasks(TasksLeased leased) {
        return new PollAnswer(leased.getTasksList().stream()
                .map(task -> new LeasedTask(
                        task.getProcessId(),
                        task.getNumber(),
                        task.getAttempt(),
                        Base64.getEncoder().encodeToString(task.getInput().toByteArray())))
                .toList());
    }

    private static Submission worker(String id) {
        return Submission.by("worker:" + id);
    }

    /** A hand-in that is repeated is answered as the first time, also when its process is over by then. */
    private static Submission keyed(String id, @Nullable String key, MessageLite command) {
        return key == null
                ? worker(id)
                : worker(id).withKey(key, sha256(command)).forgettingRefusal();
    }

    private static ByteString sha256(MessageLite command) {
        try {
            return ByteString.copyFrom(MessageDigest.getInstance("SHA-256").digest(command.toByteArray()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static <T> T present(@Nullable T body) {
        if (body == null) {
            throw new AmsException(ErrorCode.BAD_REQUEST, "the call needs a JSON body");
        }
        return body;
    }

    private static String text(@Nullable String text, String field) {
        if (text == null) {
            throw new AmsException(ErrorCode.BAD_REQUEST, "the body needs a field " + field);
        }
        return text;
    }

    private static ByteString bytes(@Nullable String base64) {
        try {
            return ByteString.copyFrom(Base64.getDecoder().decode(text(base64, "output")));
        } catch (IllegalArgumentException e) {
            throw new AmsException(ErrorCode.BAD_REQUEST, "output must be Base64: " + e.getMessage());
        }
    }
}
