package io.ams.web.iceberg;

import com.google.protobuf.ByteString;
import io.ams.iceberg.catalog.Caller;
import io.ams.iceberg.catalog.PageRequest;
import io.ams.op.ErrorCode;
import io.ams.raft.AmsException;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.MultivaluedMap;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Principal;
import java.util.Optional;
import org.apache.iceberg.rest.RESTUtil;

/** What a request says beside its body: who asks, under which key, for which page. */
final class IcebergRequest {
    private static final String NOBODY = "anonymous";

    private IcebergRequest() {}

    /** Who asks; with an idempotency key, the key and what it stands for: method, path and body. */
    static Caller caller(ContainerRequestContext request, byte[] body) {
        Principal principal = request.getSecurityContext() == null
                ? null
                : request.getSecurityContext().getUserPrincipal();
        String actor = principal == null ? NOBODY : principal.getName();
        String key = request.getHeaderString(RESTUtil.IDEMPOTENCY_KEY_HEADER);
        if (key == null) {
            return Caller.of(actor);
        }
        if (!key.matches("[ -~]{1,128}")) {
            throw new AmsException(
                    ErrorCode.BAD_REQUEST,
                    RESTUtil.IDEMPOTENCY_KEY_HEADER + " must be 1 to 128 printable ASCII characters");
        }
        return new Caller(actor, key, hash(request, body));
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

    /** Which part of a listing is asked for. Without a token it is all of it, whatever size is named. */
    static PageRequest page(ContainerRequestContext request) {
        MultivaluedMap<String, String> query = request.getUriInfo().getQueryParameters();
        String size = query.getFirst("pageSize");
        if (size != null && !size.matches("[0-9]{1,9}")) {
            throw new AmsException(ErrorCode.BAD_REQUEST, "Invalid page size '" + size + "': it must be a number");
        }
        return new PageRequest(
                Optional.ofNullable(query.getFirst("pageToken")),
                size == null ? PageRequest.MAX_SIZE : Integer.parseInt(size));
    }
}
