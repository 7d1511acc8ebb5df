package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.ProcessRow;
import io.ams.proto.ProcessState;
import io.ams.proto.TaskRow;
import io.ams.state.ChangeSet;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.Optional;

/**
 * A worker gives up a task. It goes back to the queue until it has failed {@code task.max-failures} times; then its process ends
 * as failed.
 *
 * <p>Refused: {@code TASK_NOT_FOUND} (also when its process is over), {@code TASK_ATTEMPT_STALE} (also when sent twice).
 */
public final class TaskFail extends Operation<io.ams.proto.TaskFail, ProcessRow> {
    public TaskFail() {
        super(Command.BodyCase.TASK_FAIL, Command::getTaskFail, Command.Builder::setTaskFail, ProcessRow.parser());
    }

    /** Longest message that is kept, in characters. */
    static final int MAX_ERROR = 4096;

    @Override
    public Decision<ProcessRow> decide(View view, LogPosition at, io.ams.proto.TaskFail command) {
        Optional<TaskRow> found = TaskRows.get(view, command.getProcessId(), command.getNumber());
        if (found.isEmpty()) {
            return Decision.refuse(
                    ErrorCode.TASK_NOT_FOUND, TaskRows.noTask(command.getProcessId(), command.getNumber()));
        }
        TaskRow task = found.get();
        if (!TaskRows.isLeasedTo(task, command.getWorker(), command.getAttempt())) {
            return Decision.refuse(ErrorCode.TASK_ATTEMPT_STALE, TaskRows.staleAttempt(task, command.getAttempt()));
        }
        ProcessRow process = TaskRows.processOf(view, task);
        TaskRow failed = task.toBuilder()
                .setFailures(task.getFailures() + 1)
                .setLastError(cut(command.getError()))
                .build();
        ChangeSet.Builder changes = ChangeSet.builder();
        if (failed.getFailures() < Settings.TASK_MAX_FAILURES.numberIn(view)) {
            TaskRows.giveBack(view, changes, failed);
            return Decision.accept(changes.build(), process);
        }
        String failure = "task " + task.getNumber() + " failed " + failed.getFailures()
                + " times, the last time on worker " + task.getWorker() + ": " + failed.getLastError();
        ProcessRow ended = ProcessRows.end(view, changes, process, ProcessState.FAILED, at, failure);
        TaskRows.freeTable(view, changes, process);
        return Decision.accept(changes.build(), ended);
    }

    /** Never between the two halves of a character, which would not come back from the store as it went in. */
    private static String cut(String error) {
        if (error.length() <= MAX_ERROR) {
            return error;
        }
        int end = Character.isHighSurrogate(error.charAt(MAX_ERROR - 1)) ? MAX_ERROR - 1 : MAX_ERROR;
        return error.substring(0, end);
    }
}
