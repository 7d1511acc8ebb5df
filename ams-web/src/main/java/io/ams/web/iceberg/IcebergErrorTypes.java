package io.ams.web.iceberg;

import io.ams.op.ErrorCode;

/** What Iceberg's clients call a refusal. They pick the exception they throw by status first, by this name second. */
public final class IcebergErrorTypes {
    private IcebergErrorTypes() {}

    /** The exception type of the code. */
    public static String of(ErrorCode code) {
        return switch (code) {
            case CATALOG_NOT_FOUND -> "NoSuchWarehouseException";
            case NAMESPACE_NOT_FOUND -> "NoSuchNamespaceException";
            case TABLE_NOT_FOUND -> "NoSuchTableException";
            case METADATA_NOT_FOUND -> "NotFoundException";
            case NAMESPACE_EXISTS, TABLE_EXISTS, VIEW_EXISTS -> "AlreadyExistsException";
            case NAMESPACE_NOT_EMPTY -> "NamespaceNotEmptyException";
            case COMMIT_CONFLICT, REQUIREMENT_FAILED -> "CommitFailedException";
            case OUTCOME_UNKNOWN -> "CommitStateUnknownException";
            default -> of(code.kind());
        };
    }

    private static String of(ErrorCode.Kind kind) {
        return switch (kind) {
            case MALFORMED -> "BadRequestException";
            case UNAUTHENTICATED -> "NotAuthorizedException";
            case FORBIDDEN -> "ForbiddenException";
            case NOT_FOUND -> "NotFoundException";
            case UNSUPPORTED -> "UnsupportedOperationException";
            case CONFLICT -> "AlreadyExistsException";
            case PRECONDITION -> "ValidationException";
            case TOO_LARGE -> "RequestTooLargeException";
            case UNPROCESSABLE -> "UnprocessableEntityException";
            case BUSY -> "SlowDownException";
            case UNAVAILABLE -> "ServiceUnavailableException";
            case UNKNOWN -> "CommitStateUnknownException";
            case INTERNAL -> "InternalServerError";
        };
    }
}
