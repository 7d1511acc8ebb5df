package io.ams.optimizer.rewrite;

/** The task was given up on demand. What it had written is removed. */
public final class TaskCancelledException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TaskCancelledException(String message) {
        super(message);
    }
}
