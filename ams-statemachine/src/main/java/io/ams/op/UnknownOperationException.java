package io.ams.op;

/** The log holds something that this release cannot read. A fault: the node stops rather than skip it. */
public final class UnknownOperationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnknownOperationException(String message) {
        super(message);
    }
}
