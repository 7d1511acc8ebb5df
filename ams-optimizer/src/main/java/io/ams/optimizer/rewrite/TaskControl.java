package io.ams.optimizer.rewrite;

/** The thread between a running task and whoever runs it. Called often: both must return at once. */
public interface TaskControl {
    /** Whether the task is to be given up: its lease is lost, or the worker stops. */
    boolean cancelled();

    /** Takes note of how far the task is, 0 to 100. */
    void progress(int percent);
}
