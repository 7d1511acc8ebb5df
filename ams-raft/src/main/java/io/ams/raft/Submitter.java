package io.ams.raft;

import com.google.protobuf.MessageLite;
import io.ams.op.Operation;
import java.util.concurrent.CompletionStage;

/**
 * The one door for writes, for the web and for duties alike, on every node. Commands that wait are carried together.
 *
 * <p>A submitted command is applied at most once, even when the leader changes on the way. The stage always completes normally
 * and within a bound; threads of the submitter complete it, so what follows may render and send an answer, but must not wait for another one.
 */
public interface Submitter {
    <C extends MessageLite, R extends MessageLite> CompletionStage<Reply<R>> submit(
            Operation<C, R> operation, C body, Submission submission);
}
