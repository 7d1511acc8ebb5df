package io.ams.web.resource;

import com.google.protobuf.MessageLite;
import io.ams.op.ErrorCode;
import io.ams.op.Operation;
import io.ams.raft.AmsException;
import io.ams.raft.Consistency;
import io.ams.raft.Member;
import io.ams.raft.Read;
import io.ams.raft.Replica;
import io.ams.raft.Reply;
import io.ams.raft.Submission;
import io.ams.state.View;
import io.ams.web.error.Failure;
import io.ams.web.error.FailureMapper;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * The doors of replication as resources use them. Answers are rendered and written by threads of their own, so that those which
 * apply the log never touch a socket.
 */
public final class Doors {
    public static final String INDEX_HEADER = "X-AMS-Index";

    private static final FailureMapper FAILURES = new FailureMapper();

    private final Replica replica;
    private final Executor answers;

    public Doors(Replica replica, Executor answers) {
        this.replica = replica;
        this.answers = answers;
    }

    public Replica replica() {
        return replica;
    }

    /** Answers 200 with what the query finds, read as the request asks. */
    public <T> CompletionStage<Response> read(ContainerRequestContext request, Function<View, T> query) {
        return read(request, query, Response::ok);
    }

    /** Answers with what {@code render} makes of what the query finds. Rendering may refuse; the query must not. */
    public <T> CompletionStage<Response> read(
            ContainerRequestContext request, Function<View, T> query, Function<T, Response.ResponseBuilder> render) {
        return answer(query(Consistencies.of(request), query), read -> at(read, render));
    }

    /** Answers a write that is one command, where its reply comes: such an answer is small, so that nobody waits for a slow client. */
    public <C extends MessageLite, R extends MessageLite> CompletionStage<Response> write(
            ContainerRequestContext request,
            Operation<C, R> operation,
            C body,
            Function<R, Response.ResponseBuilder> render) {
        return submit(operation, body, Submissions.of(request))
                .thenApply(reply -> render.apply(reply.result())
                        .header(INDEX_HEADER, reply.index())
                        .build());
    }

    /** Answers a write that is one command with what the query finds once it is applied here. */
    public <C extends MessageLite, R extends MessageLite, T> CompletionStage<Response> writeAndRead(
            ContainerRequestContext request,
            Operation<C, R> operation,
            C body,
            Function<View, T> query,
            Function<T, Response.ResponseBuilder> render) {
        CompletionStage<Read<T>> after =
                submit(operation, body, Submissions.of(request)).thenCompose(reply -> queryAfter(reply.index(), query));
        return answer(after, read -> at(read, render));
    }

    /** Submits a step of a longer write; a refusal fails the stage. */
    public <C extends MessageLite, R extends MessageLite> CompletionStage<Reply.Accepted<R>> submit(
            Operation<C, R> operation, C body, Submission submission) {
        return replica.submitter()
                .submit(operation, body, submission)
                .thenApply(reply -> reply.fold(Function.identity(), failed -> {
                    throw new AmsException(failed.code(), failed.detail());
                }));
    }

    /** Reads for a step of a longer request. */
    public <T> CompletionStage<Read<T>> query(Consistency consistency, Function<View, T> query) {
        return replica.reader().read(consistency, query);
    }

    /**
     * Reads what a write has done, which was applied at this index. If that fails the stage fails with OUTCOME_UNKNOWN: by itself a
     * read that came to nothing would say that nothing happened.
     */
    public <T> CompletionStage<Read<T>> queryAfter(long index, Function<View, T> query) {
        return hereOrAt(index, query).exceptionally(failure -> {
            Failure why = FAILURES.of(failure);
            throw new AmsException(
                    ErrorCode.OUTCOME_UNKNOWN,
                    "the request was carried out at log index " + index + " but its result could not be read ("
                            + why.name() + ": " + why.message() + "); ask for it, or repeat the request with its key");
        });
    }

    /** Where the write was applied it is there by now, at the leader always: then there is nothing to wait or change threads for. */
    private <T> CompletionStage<Read<T>> hereOrAt(long index, Function<View, T> query) {
        try {
            Read<T> now = replica.reader().readLocal(query);
            return now.appliedIndex() >= index
                    ? CompletableFuture.completedFuture(now)
                    : query(Consistency.bookmark(index), query);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** The members with the leader's figures if it can be asked, else as this node knows them. */
    public CompletionStage<List<Member>> members(Consistency consistency) {
        if (consistency.mode() == Consistency.Mode.LOCAL) {
            return CompletableFuture.completedFuture(replica.membership().members());
        }
        return replica.membership()
                .membersFromLeader()
                .exceptionally(unreachable -> replica.membership().members());
    }

    /** Renders on a thread for answers, whether the stage succeeds or fails. */
    public <T> CompletionStage<Response> answer(CompletionStage<T> stage, Function<T, Response> render) {
        return stage.handleAsync(
                (value, failure) -> {
                    if (failure != null) {
                        throw failure instanceof CompletionException wrapped
                                ? wrapped
                                : new CompletionException(failure);
                    }
                    return render.apply(value);
                },
                answers);
    }

    /** The answer that {@code render} makes, with the index it was read at. */
    public static <T> Response at(Read<T> read, Function<T, Response.ResponseBuilder> render) {
        return render.apply(read.value())
                .header(INDEX_HEADER, read.appliedIndex())
                .build();
    }
}
