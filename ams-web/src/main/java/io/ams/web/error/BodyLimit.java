package io.ams.web.error;

import io.ams.op.ErrorCode;
import io.ams.raft.AmsException;
import jakarta.annotation.Priority;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.BooleanSupplier;
import java.util.zip.ZipException;

/**
 * Refuses bodies that are too large: by the length they announce, and by what they hold when it is read, so that a body packed
 * small counts as what it unpacks to. What fails while the body is read is refused as the client's fault, here and nowhere else:
 * the same exceptions from anywhere else would be faults of AMS. An answer that fails before the body was read says that the connection ends with it: Jetty
 * closes it, and a client that was not told would send its next request there.
 */
@Priority(BodyLimit.FIRST)
public final class BodyLimit implements ContainerRequestFilter, ContainerResponseFilter {
    /** Before every other filter. */
    static final int FIRST = 1;

    private static final String UNREAD = BodyLimit.class.getName();
    private static final int FIRST_FAILURE = 400;

    public static final long ICEBERG_BYTES = 32L << 20;
    public static final long MANAGEMENT_BYTES = 1L << 20;

    @Override
    public void filter(ContainerRequestContext request) {
        long limit = FailureBodies.isIceberg("/" + request.getUriInfo().getPath()) ? ICEBERG_BYTES : MANAGEMENT_BYTES;
        long announced = announced(request);
        if (announced > limit) {
            request.setProperty(UNREAD, (BooleanSupplier) () -> true);
            throw tooLarge(limit);
        }
        if (hasEntity(request)) {
            Limited body = new Limited(request.getEntityStream(), limit, announced);
            request.setProperty(UNREAD, (BooleanSupplier) body::isUnread);
            request.setEntityStream(body);
        }
    }

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        if (response.getStatus() >= FIRST_FAILURE && isUnread(request)) {
            response.getHeaders().putSingle("Connection", "close");
        }
    }

    private static boolean isUnread(ContainerRequestContext request) {
        if (request.getProperty(UNREAD) instanceof BooleanSupplier unread) {
            return unread.getAsBoolean();
        }
        // Refused before any filter ran: there is no such resource, or method.
        return announced(request) > 0 || request.getHeaderString("Transfer-Encoding") != null;
    }

    /** The length that the request names, which may be more than Jersey's own reading of it can hold; -1 if it names none. */
    private static long announced(ContainerRequestContext request) {
        String length = request.getHeaderString("Content-Length");
        return length != null && length.matches("[0-9]{1,18}") ? Long.parseLong(length) : -1;
    }

    /** Jersey looks at the first byte, which may not read either. */
    private static boolean hasEntity(ContainerRequestContext request) {
        try {
            return request.hasEntity();
        } catch (RuntimeException e) {
            request.setProperty(UNREAD, (BooleanSupplier) () -> true);
            throw unreadable(e);
        }
    }

    private static AmsException unreadable(Exception e) {
        boolean packing = e instanceof ZipException || e.getCause() instanceof ZipException;
        return new AmsException(
                ErrorCode.BAD_REQUEST,
                packing
                        ? "the body is not packed as Content-Encoding says"
                        : "the body cannot be read to its end; it breaks off, or is not chunked as it says");
    }

    private static AmsException tooLarge(long limit) {
        return new AmsException(
                ErrorCode.TOO_LARGE,
                "the request's body is larger than " + (limit >> 20) + " MiB; send less at a time");
    }

    private static final class Limited extends FilterInputStream {
        private final long limit;
        private final long announced;
        private long count;
        private boolean ended;

        /** @param announced the length that the request names; negative if it names none */
        Limited(InputStream in, long limit, long announced) {
            super(in);
            this.limit = limit;
            this.announced = announced;
        }

        boolean isUnread() {
            return !ended && count != announced;
        }

        @Override
        public int read() {
            int next = read(super::read);
            return counted(next < 0 ? 0 : 1, next);
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            int read = read(() -> super.read(bytes, offset, length));
            return counted(Math.max(read, 0), read);
        }

        private interface Reading {
            int read() throws IOException;
        }

        private static int read(Reading reading) {
            try {
                return reading.read();
            } catch (IOException | RuntimeException e) {
                throw unreadable(e);
            }
        }

        private int counted(int more, int answer) {
            count += more;
            ended |= answer < 0;
            if (count > limit) {
                throw tooLarge(limit);
            }
            return answer;
        }
    }
}
