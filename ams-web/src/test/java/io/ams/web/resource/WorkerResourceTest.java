package io.ams.web.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import io.ams.op.ErrorCode;
import io.ams.op.Operation;
import io.ams.op.Operations;
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
import io.ams.proto.BucketMove;
import io.ams.proto.BucketsAssign;
import io.ams.proto.ClusterInit;
import io.ams.proto.NamespaceCreate;
import io.ams.proto.NodeRegister;
import io.ams.proto.NodeState;
import io.ams.proto.ProcessCreate;
import io.ams.proto.ProcessKind;
import io.ams.proto.ProcessState;
import io.ams.proto.TableCreate;
import io.ams.proto.TaskSpec;
import io.ams.raft.AmsException;
import io.ams.raft.Submission;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.testkit.SoloReplica;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WorkerResourceTest {
    private static final String OUTPUT = Base64.getEncoder().encodeToString(new byte[] {7});

    private final SoloReplica replica = new SoloReplica();
    private final ExecutorService answers = Executors.newSingleThreadExecutor();
    private final ChangeSignal signal = ChangeSignal.ofTasks(answers);
    private final WorkerResource workers = new WorkerResource(replica, signal, answers);

    @BeforeEach
    void aTableThatNobodyWorksOn() {
        replica.subscribe(signal);
        submit(
                Operations.CLUSTER_INIT,
                ClusterInit.newBuilder()
                        .setClusterId("c")
                        .setBucketCount(1)
                        .setDefaultWarehouse("file:///w")
                        .build());
        submit(
                Operations.NODE_REGISTER,
                NodeRegister.newBuilder()
                        .setId("n1")
                        .setIncarnation("i")
                        .setRaftAddress("h:1")
                        .setHttpAddress("h:2")
                        .setVersion("1")
                        .setInitialState(NodeState.ACTIVE)
                        .build());
        submit(
                Operations.BUCKETS_ASSIGN,
                BucketsAssign.newBuilder()
                        .addMoves(BucketMove.newBuilder().setBucket(0).setOwner("n1"))
                        .build());
        submit(
                Operations.NAMESPACE_CREATE,
                NamespaceCreate.newBuilder()
                        .setCatalog("default")
                        .addLevels("ns")
                        .build());
        submit(
                Operations.TABLE_CREATE,
                TableCreate.newBuilder()
                        .setCatalog("default")
                        .addLevels("ns")
                        .setName("t")
                        .setUuid("u")
                        .setLocation("file:///w/t")
                        .setMetadataLocation("file:///w/t/m.json")
                        .build());
    }

    @AfterEach
    void stop() {
        answers.shutdownNow();
    }

    private <C extends MessageLite, R extends MessageLite> R submit(Operation<C, R> operation, C body) {
        return replica.submit(operation, body, Submission.by("test"))
                .toCompletableFuture()
                .join()
                .orThrow();
    }

    private void planOneTask() {
        submit(
                Operations.PROCESS_CREATE,
                ProcessCreate.newBuilder()
                        .setProcessId("p")
                        .setTableUuid("u")
                        .setEpoch(1)
                        .setKind(ProcessKind.MINOR)
                        .setGroup("default")
                        .addTasks(TaskSpec.newBuilder().setInput(ByteString.copyFromUtf8("do it")))
                        .build());
    }

    private ProcessState processState() {
        return replica.readLocal(view -> view.get(Columns.PROCESSES, new Keys.ProcessKey("u", "p"))
                        .orElseThrow()
                        .getState())
                .value();
    }

    private static <T> T entity(CompletionStage<Response> answer, Class<T> type) {
        return type.cast(answer.toCompletableFuture().join().getEntity());
    }

    private static void refused(ErrorCode code, CompletionStage<Response> answer) {
        CompletableFuture<Response> future = answer.toCompletableFuture();
        assertThatThrownBy(future::join)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        AmsException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private String register() {
        RegisterRequest request = new RegisterRequest(null, "default", 2, "process", "h");
        return entity(workers.register(request), RegisterAnswer.class).id();
    }

    private LeasedTask lease(String id) {
        return entity(workers.poll(id, new PollRequest(2, 0)), PollAnswer.class)
                .tasks()
                .get(0);
    }

    @Test
    void registeringTellsTermsAndNodes() {
        RegisterRequest request = new RegisterRequest("w1", "default", 2, "process", "h");
        RegisterAnswer answer = entity(workers.register(request), RegisterAnswer.class);
        assertThat(answer).isEqualTo(new RegisterAnswer("w1", 2000, 10_000, List.of("http://h:2")));
        refused(ErrorCode.GROUP_NOT_FOUND, workers.register(new RegisterRequest("w2", "nobodys", 2, "process", "h")));
        assertThatThrownBy(() -> workers.register(null)).isInstanceOf(AmsException.class);
    }

    @Test
    void aPollThatFindsNothingIsAnsweredWhenATaskComes() {
        String id = register();
        CompletableFuture<Response> poll =
                workers.poll(id, new PollRequest(2, 20_000)).toCompletableFuture();
        assertThat(poll).isNotDone();
        planOneTask();
        List<LeasedTask> tasks = entity(poll, PollAnswer.class).tasks();
        assertThat(tasks).hasSize(1);
        assertThat(Base64.getDecoder().decode(tasks.get(0).input()))
                .isEqualTo("do it".getBytes(StandardCharsets.UTF_8));
        assertThat(tasks.get(0).attempt()).isEqualTo(1);
    }

    @Test
    void aPollEndsEmptyWhenItsTimeIsOver() {
        String id = register();
        assertThat(entity(workers.poll(id, new PollRequest(2, 30)), PollAnswer.class)
                        .tasks())
                .isEmpty();
    }

    @Test
    void aWorkerThatIsNotKnownIsToldSo() {
        refused(ErrorCode.WORKER_NOT_FOUND, workers.poll("nobody", new PollRequest(1, 0)));
        refused(ErrorCode.WORKER_NOT_FOUND, workers.heartbeat("nobody", new HeartbeatRequest(List.of())));
    }

    @Test
    void aResultCountsOnceAndItsRepetitionIsAnsweredTheSame() {
        String id = register();
        planOneTask();
        LeasedTask task = lease(id);
        CompleteRequest request = new CompleteRequest(task.attempt(), OUTPUT, 1, 10);
        assertThat(workers.complete(id, "p", 0, "k", request)
                        .toCompletableFuture()
                        .join()
                        .getStatus())
                .isEqualTo(204);
        assertThat(processState()).isEqualTo(ProcessState.COMMITTING);
        assertThat(workers.complete(id, "p", 0, "k", request)
                        .toCompletableFuture()
                        .join()
                        .getStatus())
                .isEqualTo(204);
        refused(
                ErrorCode.IDEMPOTENCY_KEY_REUSED,
                workers.complete(id, "p", 0, "k", new CompleteRequest(task.attempt(), OUTPUT, 2, 10)));
        refused(
                ErrorCode.TASK_ATTEMPT_STALE,
                workers.complete(id, "p", 0, null, new CompleteRequest(9, OUTPUT, 1, 10)));
        assertThatThrownBy(() -> workers.complete(id, "p", 0, null, new CompleteRequest(1, "*", 1, 10)))
                .hasMessageContaining("Base64");
    }

    @Test
    void aHeartbeatNamesTasksThatAreLost() {
        String id = register();
        planOneTask();
        LeasedTask task = lease(id);
        TaskStanding mine = new TaskStanding("p", 0, task.attempt(), 50);
        TaskStanding foreign = new TaskStanding("p", 0, 7, 50);
        HeartbeatAnswer answer =
                entity(workers.heartbeat(id, new HeartbeatRequest(List.of(mine, foreign))), HeartbeatAnswer.class);
        assertThat(answer.lost()).containsExactly(foreign);
    }

    @Test
    void aFailedTaskIsHandedOutAgainAndSoAreThoseOfOneWhoLeaves() {
        String id = register();
        planOneTask();
        LeasedTask first = lease(id);
        workers.fail(id, "p", 0, null, new FailRequest(first.attempt(), "no"))
                .toCompletableFuture()
                .join();
        assertThat(lease(id).attempt()).isEqualTo(2);
        workers.leave(id).toCompletableFuture().join();
        assertThat(lease(register()).attempt()).isEqualTo(3);
    }

    @Test
    void aNodeThatStopsSendsWorkersThatWaitToAnotherOne() {
        String worker = register();
        CompletionStage<Response> waiting = workers.poll(worker, new PollRequest(1, 20_000));
        assertThat(waiting.toCompletableFuture()).isNotDone();

        signal.close();

        refused(ErrorCode.STOPPING, waiting);
        refused(ErrorCode.STOPPING, workers.poll(worker, new PollRequest(1, 20_000)));
    }
}
