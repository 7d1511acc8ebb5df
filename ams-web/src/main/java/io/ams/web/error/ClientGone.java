package io.ams.web.error;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.eclipse.jetty.io.EofException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets an answer end as if it were written when its client does not take it any more: that is no fault of the node. Jersey would log
 * a stack, and leave the request open for ever, so that a node that stops waits for it. Any other failure to write stays one.
 */
public final class ClientGone implements ContainerResponseFilter {
    private static final Logger LOG = LoggerFactory.getLogger(ClientGone.class);

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        String asked = request.getMethod() + " /" + request.getUriInfo().getPath();
        response.setEntityStream(new Answer(response.getEntityStream(), asked));
    }

    /** Whether this failure to write is the client's, and not the node's. */
    static boolean isGone(IOException failure) {
        return Stream.<Throwable>iterate(failure, cause -> cause != null, Throwable::getCause)
                .anyMatch(cause -> cause instanceof EofException
                        || cause instanceof ClosedChannelException
                        // The client is there and reads nothing.
                        || cause instanceof TimeoutException);
    }

    /** Takes bytes for the client as long as there is one. */
    private static final class Answer extends FilterOutputStream {
        private final String asked;
        private boolean gone;

        Answer(OutputStream out, String asked) {
            super(out);
            this.asked = asked;
        }

        private interface Writing {
            void run() throws IOException;
        }

        private void toClient(Writing writing) throws IOException {
            if (gone) {
                return;
            }
            try {
                writing.run();
            } catch (IOException e) {
                if (!isGone(e)) {
                    throw e;
                }
                gone = true;
                LOG.debug("The client of {} went away before it was answered ({})", asked, e.getMessage());
            }
        }

        @Override
        public void write(int one) throws IOException {
            toClient(() -> out.write(one));
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            toClient(() -> out.write(bytes, from, length));
        }

        @Override
        public void flush() throws IOException {
            toClient(out::flush);
        }

        @Override
        public void close() throws IOException {
            toClient(out::close);
        }
    }
}
