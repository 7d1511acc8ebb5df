package io.ams.optimizer.client;

import io.ams.optimizer.protocol.CompleteRequest;
import io.ams.optimizer.protocol.FailRequest;
import io.ams.optimizer.protocol.HeartbeatAnswer;
import io.ams.optimizer.protocol.HeartbeatRequest;
import io.ams.optimizer.protocol.LeasedTask;
import io.ams.optimizer.protocol.PollAnswer;
import io.ams.optimizer.protocol.PollRequest;
import io.ams.optimizer.protocol.RegisterAnswer;
import io.ams.optimizer.protocol.RegisterRequest;
import java.time.Duration;
import java.util.Optional;

/** The worker protocol over HTTP: JSON bodies under {@code /api/v1/workers}. */
public final class HttpAmsClient implements AmsClient {
    private static final String BASE = "/api/v1/workers";
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(10);

    private final JsonCalls calls;

    /**
     * @param token sent as bearer token, empty for none
     */
    public HttpAmsClient(Optional<String> token) {
        this.calls = new JsonCalls(token);
    }

    @Override
    public RegisterAnswer register(String node, RegisterRequest request) throws CallException, InterruptedException {
        return calls.answer(post(node + BASE, request, CALL_TIMEOUT, ""), RegisterAnswer.class);
    }

    @Override
    public HeartbeatAnswer heartbeat(String node, String worker, HeartbeatRequest request)
            throws CallException, InterruptedException {
        return calls.answer(post(of(node, worker) + "/heartbeat", request, CALL_TIMEOUT, ""), HeartbeatAnswer.class);
    }

    @Override
    public PollAnswer poll(String node, String worker, PollRequest request) throws CallException, InterruptedException {
        Duration timeout = CALL_TIMEOUT.plusMillis(request.waitMillis());
        return calls.answer(post(of(node, worker) + "/poll", request, timeout, ""), PollAnswer.class);
    }

    @Override
    public void complete(String node, String worker, LeasedTask task, CompleteRequest request)
            throws CallException, InterruptedException {
        post(of(node, worker, task) + "/complete", request, CALL_TIMEOUT, key("complete", worker, task));
    }

    @Override
    public void fail(String node, String worker, LeasedTask task, FailRequest request)
            throws CallException, InterruptedException {
        post(of(node, worker, task) + "/fail", request, CALL_TIMEOUT, key("fail", worker, task));
    }

    @Override
    public void leave(String node, String worker) throws CallException, InterruptedException {
        calls.call("DELETE", of(node, worker), null, CALL_TIMEOUT, "");
    }

    private static String of(String node, String worker) {
        return node + BASE + "/" + JsonCalls.segment(worker);
    }

    private static String of(String node, String worker, LeasedTask task) {
        return of(node, worker) + "/tasks/" + JsonCalls.segment(task.processId()) + "/" + task.number();
    }

    /** One result is one request, however often it is handed in. */
    private static String key(String what, String worker, LeasedTask task) {
        return what + ":" + worker + ":" + task.processId() + ":" + task.number() + ":" + task.attempt();
    }

    private String post(String url, Object body, Duration timeout, String idempotencyKey)
            throws CallException, InterruptedException {
        return calls.call("POST", url, body, timeout, idempotencyKey);
    }
}
