package io.ams.web.error;

import java.io.EOFException;
import java.util.Optional;
import java.util.zip.ZipException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.io.EofException;
import org.glassfish.jersey.message.internal.HeaderValueException;
import org.jspecify.annotations.Nullable;

/** Requests that end early, are packed wrongly, or have a header that cannot be read: the client's fault, wherever it shows. */
final class BrokenRequests {
    private static final int FIRST_SERVER_ERROR = 500;
    private static final int DEEPEST = 10;

    private BrokenRequests() {}

    /** What is wrong with the request, if that is what one of the causes says. */
    static Optional<String> inWords(Throwable thrown) {
        @Nullable Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            if (cause instanceof ZipException) {
                return Optional.of("the body is not packed as Content-Encoding says");
            }
            if (cause instanceof EofException || cause instanceof EOFException) {
                return Optional.of("the request ended before its body did");
            }
            if (cause instanceof HttpException http && http.getCode() < FIRST_SERVER_ERROR) {
                return Optional.of("the request's body does not read as HTTP: " + http.getReason());
            }
            if (cause instanceof HeaderValueException) {
                return Optional.of("a header of the request cannot be read");
            }
            cause = cause.getCause();
        }
        return Optional.empty();
    }
}
