package io.ams.optimizer;

import io.ams.optimizer.protocol.LeasedTask;
import io.ams.optimizer.rewrite.TaskControl;
import java.io.IOException;

/** Does what a task's input says. Safe for many threads. */
@FunctionalInterface
public interface TaskRunner {
    /**
     * Runs the task to its end. If it throws, it leaves nothing behind.
     *
     * @param input the packed input
     */
    TaskResult run(LeasedTask task, byte[] input, TaskControl control) throws IOException;
}
