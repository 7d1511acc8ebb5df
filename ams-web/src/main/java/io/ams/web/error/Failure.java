package io.ams.web.error;

import io.ams.op.ErrorCode;

/**
 * A failure as it is answered.
 *
 * @param code the code, or the nearest one where HTTP has a name of its own for it
 * @param name the code's name in the body
 * @param status the HTTP status
 * @param message what, why, and what to do
 * @param requestId finds the request in the log
 */
public record Failure(ErrorCode code, String name, int status, String message, String requestId) {
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVICE_UNAVAILABLE = 503;

    /** Whether the same request may be sent again in a moment: nothing of it was done. */
    boolean isRetriable() {
        return status == TOO_MANY_REQUESTS || status == SERVICE_UNAVAILABLE;
    }
}
