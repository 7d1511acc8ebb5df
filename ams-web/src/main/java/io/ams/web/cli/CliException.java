package io.ams.web.cli;

/** A command ends: one line for the user, and an exit code. */
public final class CliException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final CliExit exit;

    CliException(CliExit exit, String detail) {
        super(detail, null, false, false);
        this.exit = exit;
    }

    CliExit exit() {
        return exit;
    }

    String detail() {
        return String.valueOf(getMessage());
    }
}
