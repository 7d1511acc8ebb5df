package io.ams.web.cli;

/** A command ends: one line for the user, and an exit code. */
public final class CliException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final CliExit exit;
    private final String code;

    CliException(CliExit exit, String detail) {
        this(exit, "", detail);
    }

    /**
     * @param code of the refusal, empty if AMS has not refused
     */
    CliException(CliExit exit, String code, String detail) {
        super(detail, null, false, false);
        this.exit = exit;
        this.code = code;
    }

    String code() {
        return code;
    }

    CliExit exit() {
        return exit;
    }

    String detail() {
        return String.valueOf(getMessage());
    }
}
