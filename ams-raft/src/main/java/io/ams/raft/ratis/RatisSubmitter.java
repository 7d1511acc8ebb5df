package io.ams.raft.ratis;

import com.google.protobuf.MessageLite;
import io.ams.op.ErrorCode;
import io.ams.op.Operation;
import io.ams.proto.Command;
import io.ams.proto.Outcome;
import io.ams.raft.Reply;
import io.ams.raft.Submission;
import io.ams.raft.Submitter;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Hands commands to the write loop, and their outcomes back as typed replies. */
final class RatisSubmitter implements Submitter {
    private final WriteLoop loop;
    private final int maxCommandBytes;
    private final long timeoutNanos;

    /**
     * @param maxCommandBytes a command above is refused before the log: an entry that is too big to replicate would depose one
     *     leader after the other
     * @param timeoutNanos how long a command may wait for its outcome, elections included
     */
    RatisSubmitter(WriteLoop loop, int maxCommandBytes, long timeoutNanos) {
        this.loop = loop;
        this.maxCommandBytes = maxCommandBytes;
        this.timeoutNanos = timeoutNanos;
    }

    @Override
    public <C extends MessageLite, R extends MessageLite> CompletionStage<Reply<R>> submit(
            Operation<C, R> operation, C body, Submission submission) {
        Command command = operation.command(submission.toHeader(), body);
        int size = command.getSerializedSize();
        if (size > maxCommandBytes) {
            return CompletableFuture.completedFuture(Reply.failed(
                    ErrorCode.TOO_LARGE,
                    operation.name() + " of " + size + " bytes is over the limit of " + maxCommandBytes
                            + "; split it"));
        }
        Optional<String> objection = ReadBack.objection(command);
        if (objection.isPresent()) {
            return CompletableFuture.completedFuture(
                    Reply.failed(ErrorCode.BAD_REQUEST, operation.name() + " " + objection.get()));
        }
        Waiting<R> waiting = new Waiting<>(operation);
        loop.add(new PendingCommand(command, System.nanoTime() + timeoutNanos, waiting));
        return waiting.reply;
    }

    private static final class Waiting<R extends MessageLite> implements PendingCommand.Caller {
        private final Operation<?, R> operation;
        private final CompletableFuture<Reply<R>> reply = new CompletableFuture<>();

        Waiting(Operation<?, R> operation) {
            this.operation = operation;
        }

        @Override
        public void outcome(Outcome outcome) {
            if (outcome.hasRefused()) {
                int code = outcome.getRefused().getCode();
                reply.complete(new Reply.Failed<>(
                        ErrorCode.ofWireId(code).orElse(ErrorCode.UNSUPPORTED),
                        outcome.getRefused().getDetail(),
                        outcome.getIndex()));
            } else {
                reply.complete(new Reply.Accepted<>(
                        operation.result(outcome.getAccepted()), outcome.getIndex(), outcome.getReplayed()));
            }
        }

        @Override
        public void failed(ErrorCode code, String detail) {
            reply.complete(Reply.failed(code, detail));
        }
    }
}
