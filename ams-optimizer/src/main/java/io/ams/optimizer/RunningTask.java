package io.ams.optimizer;

import io.ams.optimizer.protocol.LeasedTask;
import io.ams.optimizer.protocol.TaskStanding;
import io.ams.optimizer.rewrite.TaskControl;

/** A task in this worker's hands: from the poll that brought it to the end of its hand-in. */
final class RunningTask implements TaskControl {
    private final LeasedTask task;
    private volatile int percent;
    private volatile boolean cancelled;

    RunningTask(LeasedTask task) {
        this.task = task;
    }

    LeasedTask task() {
        return task;
    }

    TaskStanding standing() {
        return new TaskStanding(task.processId(), task.number(), task.attempt(), percent);
    }

    boolean is(TaskStanding standing) {
        return standing.processId().equals(task.processId())
                && standing.number() == task.number()
                && standing.attempt() == task.attempt();
    }

    void cancel() {
        cancelled = true;
    }

    @Override
    public boolean cancelled() {
        return cancelled;
    }

    @Override
    public void progress(int reached) {
        percent = reached;
    }

    @Override
    public String toString() {
        return "task " + task.processId() + "/" + task.number() + " attempt " + task.attempt();
    }
}
