package io.ams.web.error;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import io.ams.op.ErrorCode;
import io.ams.raft.AmsException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The only place that turns a failure into a status. What is no expected "no" is answered as a bug, with an id that finds its
 * stack in the log; no stack ever goes out.
 *
 * <p>Answers a response that carries the {@link Failure} itself; {@link FailureRendering} gives it the body of its route.
 */
public final class FailureMapper implements ExceptionMapper<Throwable> {
    private static final Logger LOG = LoggerFactory.getLogger(FailureMapper.class);
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int UNSUPPORTED_MEDIA_TYPE = 415;
    private static final int HTTP_VERSION_NOT_SUPPORTED = 505;

    @Override
    public Response toResponse(Throwable thrown) {
        Failure failure = of(thrown);
        Response.ResponseBuilder response = Response.status(failure.status()).entity(failure);
        if (thrown instanceof WebApplicationException web && web.getResponse().getHeaderString("Allow") != null) {
            response.header("Allow", web.getResponse().getHeaderString("Allow"));
        }
        return response.build();
    }

    /** The failure that this throwable means. Logs it if it is a bug. */
    public Failure of(Throwable thrown) {
        Throwable cause = unwrap(thrown);
        if (cause instanceof AmsException refusal) {
            return of(refusal.code(), refusal.detail());
        }
        if (cause instanceof JacksonException json && !(cause instanceof InvalidDefinitionException)) {
            return of(ErrorCode.BAD_REQUEST, JsonComplaints.inWords(json));
        }
        if (cause instanceof WebApplicationException web && web.getResponse().getStatus() < 500) {
            return ofStatus(web.getResponse().getStatus());
        }
        return bug(cause);
    }

    /** The failure of a refused command, read or request. */
    public Failure of(ErrorCode code, String detail) {
        return new Failure(code, code.name(), status(code.kind()), detail, newId());
    }

    /** The failure that the HTTP machinery found before any of AMS saw the request. */
    public Failure ofStatus(int status) {
        return switch (status) {
            case 401 -> of(ErrorCode.UNAUTHENTICATED, "send the admin token as Authorization: Bearer");
            case 403 -> of(ErrorCode.FORBIDDEN, "this may not be done");
            case 404 ->
                of(ErrorCode.NOT_FOUND, "there is nothing at this path; /api/v1/openapi.yaml lists what there is");
            case METHOD_NOT_ALLOWED ->
                named(ErrorCode.UNSUPPORTED, "METHOD_NOT_ALLOWED", status, "this path does not take this method");
            case 406 ->
                named(ErrorCode.UNSUPPORTED, "NOT_ACCEPTABLE", status, "the answer has no form that Accept allows");
            case 413 -> of(ErrorCode.TOO_LARGE, "the request's body is too large");
            case UNSUPPORTED_MEDIA_TYPE ->
                named(
                        ErrorCode.UNSUPPORTED,
                        "UNSUPPORTED_MEDIA_TYPE",
                        status,
                        "send the body as Content-Type: application/json");
            case 414, 431 ->
                named(ErrorCode.TOO_LARGE, "TOO_LARGE", status, "the request's line or headers are too long");
            case HTTP_VERSION_NOT_SUPPORTED ->
                of(ErrorCode.BAD_REQUEST, "AMS speaks HTTP/1.1; this is another version, or no HTTP");
            case 503 -> of(ErrorCode.STOPPING, "this node takes no requests now; ask another one");
            default ->
                status < 500
                        ? named(
                                ErrorCode.BAD_REQUEST,
                                "BAD_REQUEST",
                                status,
                                "this is no HTTP request that AMS understands; check path, encoding and headers")
                        : bug(new IllegalStateException("the HTTP server answered " + status));
        };
    }

    private static Failure named(ErrorCode nearest, String name, int status, String message) {
        return new Failure(nearest, name, status, message, newId());
    }

    private static Failure bug(Throwable thrown) {
        String id = newId();
        LOG.error("Request {} failed by a bug", id, thrown);
        return new Failure(
                ErrorCode.INTERNAL,
                ErrorCode.INTERNAL.name(),
                status(ErrorCode.Kind.INTERNAL),
                "AMS failed on this request, and whether it took effect is not known; the log of the node has the cause under "
                        + id,
                id);
    }

    /** What HTTP calls this sort of "no". */
    public static int status(ErrorCode.Kind kind) {
        return switch (kind) {
            case MALFORMED -> 400;
            case UNAUTHENTICATED -> 401;
            case FORBIDDEN -> 403;
            case NOT_FOUND -> 404;
            case UNSUPPORTED -> 406;
            case CONFLICT -> 409;
            case PRECONDITION -> 412;
            case TOO_LARGE -> 413;
            case UNPROCESSABLE -> 422;
            case BUSY -> 429;
            case INTERNAL -> 500;
            case UNAVAILABLE -> 503;
            case UNKNOWN -> 504;
        };
    }

    /** The refusal inside what carried it: a stage, or the reader of a request's body. */
    private static Throwable unwrap(Throwable thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null && isCarrier(cause)) {
            cause = cause.getCause();
        }
        return cause;
    }

    private static boolean isCarrier(Throwable thrown) {
        return thrown instanceof CompletionException
                || thrown instanceof ExecutionException
                || (thrown instanceof WebApplicationException && thrown.getCause() instanceof JacksonException)
                || (thrown instanceof JsonMappingException && thrown.getCause() instanceof AmsException);
    }

    private static String newId() {
        return Long.toHexString(ThreadLocalRandom.current().nextLong() | Long.MIN_VALUE);
    }
}
