package io.ams.web.resource;

import com.google.protobuf.ByteString;
import io.ams.op.ErrorCode;
import io.ams.raft.AmsException;
import io.ams.raft.Submission;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Turns the {@code Idempotency-Key} of a request into a guarded submission. The key goes with a hash of method, path and body, so
 * that the same key on another request is refused.
 */
public final class Submissions implements ContainerRequestFilter {
    public static final String KEY_HEADER = "Idempotency-Key";
    private static final String PROPERTY = Submissions.class.getName();
    private static final String ACTOR = "api";
    private static final Submission PLAIN = Submission.by(ACTOR);

    /** How the commands of this request are to be submitted. */
    public static Submission of(ContainerRequestContext request) {
        return request.getProperty(PROPERTY) instanceof Submission keyed ? keyed : PLAIN;
    }

    @Override
    public void filter(ContainerRequestContext request) throws IOException {
        String key = request.getHeaderString(KEY_HEADER);
        if (key == null) {
            return;
        }
        if (!key.matches("[ -~]{1,128}")) {
            throw new AmsException(ErrorCode.BAD_REQUEST, KEY_HEADER + " must be 1 to 128 printable ASCII characters");
        }
        byte[] body = request.getEntityStream().readAllBytes();
        request.setEntityStream(new ByteArrayInputStream(body));
        request.setProperty(PROPERTY, PLAIN.withKey(key, hash(request, body)));
    }

    private static ByteString hash(ContainerRequestContext request, byte[] body) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            String line = request.getMethod() + "\n"
                    + request.getUriInfo().getRequestUri().getRawPath() + "\n";
            sha.update(line.getBytes(StandardCharsets.UTF_8));
            return ByteString.copyFrom(sha.digest(body));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
