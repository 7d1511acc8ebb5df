package io.ams.state;

/** The stored state does not read back. A fault: the node that meets it stops. */
public final class StateCorruptedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StateCorruptedException(String message, Throwable cause) {
        super(message, cause);
    }

    public StateCorruptedException(String message) {
        super(message);
    }
}
