package io.ams.web;

import org.jspecify.annotations.Nullable;

/** The edge could not be started. The message says why and what to do, in one line. */
public final class WebStartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What stands in the way. */
    public enum Reason {
        /** An address is in use, or is not one of this machine. */
        ADDRESS,
        /** The settings, or the file with them, are not right. */
        SETTINGS,
        /** The data directory cannot be written. */
        DIRECTORY
    }

    private final Reason reason;

    public WebStartException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
