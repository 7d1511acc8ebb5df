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

/**
 * One call to one node at a time; whom to call, and again, is the caller's affair. Blocks until answered or timed out; an
 * interrupt ends it. Safe for many threads.
 */
public interface AmsClient {
    RegisterAnswer register(String node, RegisterRequest request) throws CallException, InterruptedException;

    HeartbeatAnswer heartbeat(String node, String worker, HeartbeatRequest request)
            throws CallException, InterruptedException;

    /** Waits as long as the request says for a task to come. */
    PollAnswer poll(String node, String worker, PollRequest request) throws CallException, InterruptedException;

    void complete(String node, String worker, LeasedTask task, CompleteRequest request)
            throws CallException, InterruptedException;

    void fail(String node, String worker, LeasedTask task, FailRequest request)
            throws CallException, InterruptedException;

    void leave(String node, String worker) throws CallException, InterruptedException;
}
