package io.ams.iceberg.catalog;

import io.ams.op.ErrorCode;
import io.ams.raft.AmsException;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.apache.iceberg.RetryableValidationException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.ValidationException;

/** Refusals in Iceberg's own words, which clients and their tests know, and Iceberg's exceptions as refusals. */
final class Refusals {
    private Refusals() {}

    static AmsException noCatalog(String catalog) {
        return new AmsException(ErrorCode.CATALOG_NOT_FOUND, "Warehouse does not exist: " + catalog);
    }

    static AmsException noNamespace(List<String> levels) {
        return new AmsException(ErrorCode.NAMESPACE_NOT_FOUND, "Namespace does not exist: " + String.join(".", levels));
    }

    static AmsException noTable(TableName name) {
        return new AmsException(ErrorCode.TABLE_NOT_FOUND, "Table does not exist: " + name);
    }

    static AmsException keyReused(String key) {
        return new AmsException(
                ErrorCode.IDEMPOTENCY_KEY_REUSED,
                "idempotency key " + key + " belongs to another request; use a new key for each request");
    }

    /** What a failure inside Iceberg's library, or on the way to it, is to a client. Surprises stay what they are. */
    static RuntimeException of(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof AmsException refusal) {
            return refusal;
        } else if (cause instanceof RetryableValidationException) {
            return refusal(ErrorCode.REQUIREMENT_FAILED, "Validation failed, please retry: " + cause.getMessage());
        } else if (cause instanceof CommitFailedException) {
            return refusal(ErrorCode.REQUIREMENT_FAILED, String.valueOf(cause.getMessage()));
        } else if (cause instanceof NotFoundException) {
            return refusal(ErrorCode.METADATA_NOT_FOUND, String.valueOf(cause.getMessage()));
        } else if (cause instanceof RuntimeException surprise) {
            return surprise;
        }
        return new CompletionException(cause);
    }

    /** The same for code that works on what a client sent: what is illegal there is the client's fault. */
    static RuntimeException ofClientInput(RuntimeException failure) {
        boolean illegal = failure instanceof ValidationException
                || failure instanceof IllegalArgumentException
                || failure instanceof UnsupportedOperationException
                || failure instanceof IllegalStateException
                || failure instanceof NullPointerException;
        return illegal && !(failure instanceof RetryableValidationException)
                ? refusal(ErrorCode.BAD_REQUEST, String.valueOf(failure.getMessage()))
                : of(failure);
    }

    private static AmsException refusal(ErrorCode code, String message) {
        return new AmsException(code, message);
    }
}
