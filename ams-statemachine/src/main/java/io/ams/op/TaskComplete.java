package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.ProcessRow;
import io.ams.proto.ProcessState;
import io.ams.proto.TaskRow;
import io.ams.proto.TaskState;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.Optional;

/**
 * A worker hands in the result of a task, at whatever node and whoever owns the table now. With the last one the process goes on
 * to be committed.
 *
 * <p>The same result again is accepted and changes nothing, so that a worker may repeat it.
 *
 * <p>Refused: {@code BAD_REQUEST} for figures below zero, {@code TASK_NOT_FOUND} (also when its process is over),
 * {@code TASK_ATTEMPT_STALE}.
 */
public final class TaskComplete extends Operation<io.ams.proto.TaskComplete, ProcessRow> {
    public TaskComplete() {
        super(
                Command.BodyCase.TASK_COMPLETE,
                Command::getTaskComplete,
                Command.Builder::setTaskComplete,
                ProcessRow.parser());
    }

    @Override
    public Decision<ProcessRow> decide(View view, LogPosition at, io.ams.proto.TaskComplete command) {
        if (command.getOutputFiles() < 0 || command.getOutputBytes() < 0) {
            return Decision.refuse(ErrorCode.BAD_REQUEST, "a task cannot have written less than no files or bytes");
        }
        Optional<TaskRow> found = TaskRows.get(view, command.getProcessId(), command.getNumber());
        if (found.isEmpty()) {
            return Decision.refuse(
                    ErrorCode.TASK_NOT_FOUND, TaskRows.noTask(command.getProcessId(), command.getNumber()));
        }
        TaskRow task = found.get();
        if (TaskRows.isDoneBy(task, command.getWorker(), command.getAttempt())) {
            return Decision.accept(ChangeSet.empty(), TaskRows.processOf(view, task));
        }
        if (!TaskRows.isLeasedTo(task, command.getWorker(), command.getAttempt())) {
            return Decision.refuse(ErrorCode.TASK_ATTEMPT_STALE, TaskRows.staleAttempt(task, command.getAttempt()));
        }
        ProcessRow process = counted(TaskRows.processOf(view, task), command);
        ChangeSet changes = ChangeSet.builder()
                .put(Columns.TASKS, TaskRows.keyOf(task), done(task, at, command))
                .delete(Columns.LEASES, TaskRows.leaseKeyOf(task))
                .put(Columns.PROCESSES, new Keys.ProcessKey(process.getTableUuid(), process.getProcessId()), process)
                .build();
        return Decision.accept(changes, process);
    }

    private static TaskRow done(TaskRow task, LogPosition at, io.ams.proto.TaskComplete command) {
        return task.toBuilder()
                .setState(TaskState.DONE)
                .setOutput(command.getOutput())
                .setPercent(100)
                .clearLeaseUntilMillis()
                .setEndedAtMillis(at.timeMillis())
                .build();
    }

    private static ProcessRow counted(ProcessRow process, io.ams.proto.TaskComplete command) {
        int done = process.getTasksDone() + 1;
        return process.toBuilder()
                .setTasksDone(done)
                .setState(done == process.getTasks() ? ProcessState.COMMITTING : process.getState())
                .setOutputFiles(process.getOutputFiles() + command.getOutputFiles())
                .setOutputBytes(process.getOutputBytes() + command.getOutputBytes())
                .build();
    }
}
