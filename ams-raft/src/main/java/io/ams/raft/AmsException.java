package io.ams.raft;

import io.ams.op.ErrorCode;

/** An expected "no" on its way to the one place that turns it into an answer. Carries no stack: it is no surprise. */
public final class AmsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    public AmsException(ErrorCode code, String detail) {
        super(detail, null, false, false);
        this.code = code;
    }

    public ErrorCode code() {
        return code;
    }

    /** What was refused, why, and what to do. */
    public String detail() {
        return String.valueOf(getMessage());
    }
}
