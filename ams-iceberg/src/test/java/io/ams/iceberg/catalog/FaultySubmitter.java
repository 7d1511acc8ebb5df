package io.ams.iceberg.catalog;

import com.google.protobuf.MessageLite;
import io.ams.op.ErrorCode;
import io.ams.op.Operation;
import io.ams.op.Operations;
import io.ams.op.TargetOperation;
import io.ams.raft.Reply;
import io.ams.raft.Submission;
import io.ams.raft.Submitter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** Passes commands on, but does to the next table command what it is told; then it behaves again. */
final class FaultySubmitter implements Submitter {
    enum Fault {
        NONE,
        /** Says the outcome is unknown; the command was lost. */
        UNKNOWN_LOST,
        /** Says the outcome is unknown; the command was applied. */
        UNKNOWN_APPLIED,
        /** Refuses before the log. */
        NO_LEADER,
        /** Lets something else happen first. */
        OVERTAKEN
    }

    private final Submitter real;
    final AtomicInteger tableCommands = new AtomicInteger();
    volatile Fault next = Fault.NONE;
    volatile Runnable overtaking = () -> {};

    FaultySubmitter(Submitter real) {
        this.real = real;
    }

    @Override
    public <C extends MessageLite, R extends MessageLite> CompletionStage<Reply<R>> submit(
            Operation<C, R> operation, C body, Submission submission) {
        boolean table = operation == Operations.TABLE_COMMIT
                || operation == Operations.TABLE_CREATE
                || operation instanceof TargetOperation;
        if (!table) {
            return real.submit(operation, body, submission);
        }
        tableCommands.incrementAndGet();
        Fault fault = next;
        next = Fault.NONE;
        if (fault == Fault.UNKNOWN_LOST) {
            return failed(ErrorCode.OUTCOME_UNKNOWN);
        } else if (fault == Fault.NO_LEADER) {
            return failed(ErrorCode.NO_LEADER);
        } else if (fault == Fault.OVERTAKEN) {
            overtaking.run();
        }
        CompletionStage<Reply<R>> reply = real.submit(operation, body, submission);
        return fault == Fault.UNKNOWN_APPLIED ? reply.thenCompose(applied -> failed(ErrorCode.OUTCOME_UNKNOWN)) : reply;
    }

    private static <R> CompletionStage<Reply<R>> failed(ErrorCode code) {
        return CompletableFuture.completedFuture(Reply.failed(code, "it was told to fail"));
    }
}
