package io.ams.web.error;

import io.ams.op.ErrorCode;
import io.ams.raft.AmsException;
import jakarta.annotation.Priority;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Refuses bodies that are too large: by the length they announce, and by what they hold when it is read, so that a body packed
 * small counts as what it unpacks to.
 */
@Priority(BodyLimit.FIRST)
public final class BodyLimit implements ContainerRequestFilter {
    /** Before every other filter. */
    static final int FIRST = 1;

    public static final long ICEBERG_BYTES = 32L << 20;
    public static final long MANAGEMENT_BYTES = 1L << 20;

    @Override
    public void filter(ContainerRequestContext request) {
        long limit = FailureBodies.isIceberg("/" + request.getUriInfo().getPath()) ? ICEBERG_BYTES : MANAGEMENT_BYTES;
        if (request.getLength() > limit) {
            throw tooLarge(limit);
        }
        if (request.hasEntity()) {
            request.setEntityStream(new Limited(request.getEntityStream(), limit));
        }
    }

    private static AmsException tooLarge(long limit) {
        return new AmsException(
                ErrorCode.TOO_LARGE,
                "the request's body is larger than " + (limit >> 20) + " MiB; send less at a time");
    }

    private static final class Limited extends FilterInputStream {
        private final long limit;
        private long count;

        Limited(InputStream in, long limit) {
            super(in);
            this.limit = limit;
        }

        @Override
        public int read() throws IOException {
            int next = super.read();
            return counted(next < 0 ? 0 : 1, next);
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int read = super.read(bytes, offset, length);
            return counted(Math.max(read, 0), read);
        }

        private int counted(int more, int answer) {
            count += more;
            if (count > limit) {
                throw tooLarge(limit);
            }
            return answer;
        }
    }
}
