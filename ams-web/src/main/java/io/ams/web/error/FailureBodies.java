package io.ams.web.error;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ams.op.ErrorCode;
import java.io.UncheckedIOException;
import java.util.function.Function;

/** The body of a failure: Iceberg's own below {@code /iceberg}, that of AMS elsewhere. Always JSON. */
public final class FailureBodies {
    public static final String ICEBERG_PATH = "/iceberg";

    private final ObjectMapper json = new ObjectMapper();
    private final Function<ErrorCode, String> icebergErrorTypes;

    public FailureBodies(Function<ErrorCode, String> icebergErrorTypes) {
        this.icebergErrorTypes = icebergErrorTypes;
    }

    /** The body for a request to this path. */
    public byte[] body(String path, Failure failure) {
        ObjectNode body = json.createObjectNode();
        ObjectNode error = body.putObject("error");
        if (isIceberg(path)) {
            error.put("message", failure.message())
                    .put("type", icebergErrorTypes.apply(failure.code()))
                    .put("code", failure.status());
        } else {
            error.put("code", failure.name())
                    .put("status", failure.status())
                    .put("message", failure.message())
                    .put("requestId", failure.requestId());
        }
        try {
            return json.writeValueAsBytes(body);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether the path is one of the Iceberg catalog's. */
    public static boolean isIceberg(String path) {
        return path.equals(ICEBERG_PATH) || path.startsWith(ICEBERG_PATH + "/");
    }
}
