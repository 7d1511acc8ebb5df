package io.ams.web.error;

import java.util.function.BiConsumer;

/** The headers that go with a failure, whichever machinery writes them. */
final class FailureHeaders {
    private FailureHeaders() {}

    static void put(Failure failure, BiConsumer<String, String> headers) {
        if (failure.isRetriable()) {
            headers.accept("Retry-After", "1");
        }
        if (failure.status() == 401) {
            headers.accept("WWW-Authenticate", "Bearer realm=\"ams\"");
        }
        headers.accept("Cache-Control", "no-store");
        headers.accept("X-Content-Type-Options", "nosniff");
    }
}
