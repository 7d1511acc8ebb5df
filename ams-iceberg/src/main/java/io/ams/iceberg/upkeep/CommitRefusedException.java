package io.ams.iceberg.upkeep;

import io.ams.op.ErrorCode;
import org.apache.iceberg.exceptions.CleanableFailure;

/**
 * A commit was surely not applied, and trying it again at once would not help. Iceberg removes what it wrote for it.
 */
final class CommitRefusedException extends RuntimeException implements CleanableFailure {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    CommitRefusedException(ErrorCode code, String detail) {
        super(detail);
        this.code = code;
    }

    ErrorCode code() {
        return code;
    }
}
