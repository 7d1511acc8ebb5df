package io.ams.optimizer;

/** What a task made, until AMS has taken it. */
public interface TaskResult {
    /** The packed result. */
    byte[] output();

    long files();

    long bytes();

    /** Removes what was made: AMS has surely not taken it and never will. */
    void discard();
}
