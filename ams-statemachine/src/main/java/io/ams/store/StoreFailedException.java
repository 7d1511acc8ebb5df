package io.ams.store;

/** The store could not do what it promises. A fault: the node that meets it stops. */
public final class StoreFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StoreFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
