package io.ams.raft.node;

/**
 * A node does not start, for an expected reason. Becomes one line and an exit code. Carries no stack: it is no surprise.
 */
public final class StartRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ExitCode exitCode;

    /** @param detail one line: what, why, and what to do */
    public StartRefusedException(ExitCode exitCode, String detail) {
        super(detail, null, false, false);
        this.exitCode = exitCode;
    }

    public ExitCode exitCode() {
        return exitCode;
    }

    public String detail() {
        return String.valueOf(getMessage());
    }
}
