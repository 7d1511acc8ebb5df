package io.ams.web.iceberg;

import io.ams.raft.Read;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * Sends answers when they are there. They are written, and sent, on the executor for blocking work: the threads that complete
 * reads and writes of the state must not wait for a client's network.
 */
final class IcebergAnswers {
    static final String INDEX_HEADER = "X-AMS-Index";

    private final IcebergJson json;
    private final Executor blocking;

    IcebergAnswers(IcebergJson json, Executor blocking) {
        this.json = json;
        this.blocking = blocking;
    }

    /** Sends what the stage gives as JSON. */
    <T> void json(AsyncResponse response, CompletionStage<Read<T>> stage, Function<T, Object> body) {
        respond(response, stage, value -> ok(json.write(body.apply(value))));
    }

    /** Sends 204 when the stage is done. */
    <T> void done(AsyncResponse response, CompletionStage<Read<T>> stage) {
        respond(response, stage, value -> Response.noContent());
    }

    /** Sends the response that is made of what the stage gives, with the log index it was made from. */
    <T> void respond(
            AsyncResponse response, CompletionStage<Read<T>> stage, Function<T, Response.ResponseBuilder> answer) {
        var unused = stage.thenApplyAsync(
                        read -> answer.apply(read.value())
                                .header(INDEX_HEADER, read.appliedIndex())
                                .build(),
                        blocking)
                .whenCompleteAsync(
                        (built, failure) -> {
                            boolean sent = failure == null ? response.resume(built) : response.resume(bare(failure));
                            assert sent || response.isCancelled() || response.isDone();
                        },
                        blocking);
    }

    private static Throwable bare(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    static Response.ResponseBuilder ok(byte[] body) {
        return Response.ok(body, MediaType.APPLICATION_JSON_TYPE);
    }
}
