package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.TaskRef;
import io.ams.proto.TaskRow;
import io.ams.proto.TasksReleased;
import io.ams.state.ChangeSet;
import io.ams.state.Keys;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Takes back leases whose time is over, by the time of this entry. One that was renewed, handed in or leased again meanwhile is
 * left alone. Answers those taken back.
 *
 * <p>Never refused. Sent twice it is harmless.
 */
public final class TasksRelease extends Operation<io.ams.proto.TasksRelease, TasksReleased> {
    public TasksRelease() {
        super(
                Command.BodyCase.TASKS_RELEASE,
                Command::getTasksRelease,
                Command.Builder::setTasksRelease,
                TasksReleased.parser());
    }

    @Override
    public Decision<TasksReleased> decide(View view, LogPosition at, io.ams.proto.TasksRelease command) {
        Map<Keys.TaskKey, TaskRow> over = new LinkedHashMap<>();
        for (TaskRef ref : command.getTasksList()) {
            TaskRows.get(view, ref.getProcessId(), ref.getNumber())
                    .filter(task -> TaskRows.isLeased(task, ref.getAttempt()))
                    .filter(task -> task.getLeaseUntilMillis() < at.timeMillis())
                    .ifPresent(task -> over.put(TaskRows.keyOf(task), task));
        }
        ChangeSet.Builder changes = ChangeSet.builder();
        TasksReleased.Builder released = TasksReleased.newBuilder();
        for (TaskRow task : over.values()) {
            TaskRows.giveBack(view, changes, task);
            released.addTasks(TaskRows.refOf(task));
        }
        return Decision.accept(changes.build(), released.build());
    }
}
