package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.ProcessRow;
import io.ams.proto.ProcessState;
import io.ams.proto.TableRow;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.Optional;

/**
 * Ends a process without a commit: its owner gives it up or finds nothing left to commit, or a person cancels it.
 *
 * <p>Refused: {@code BAD_REQUEST} for a state that is no end and for an end other than CANCELED without an epoch,
 * {@code PROCESS_NOT_FOUND}, {@code PROCESS_ENDED} (also when sent twice), {@code STALE_EPOCH}.
 */
public final class ProcessFinish extends Operation<io.ams.proto.ProcessFinish, ProcessRow> {
    public ProcessFinish() {
        super(
                Command.BodyCase.PROCESS_FINISH,
                Command::getProcessFinish,
                Command.Builder::setProcessFinish,
                ProcessRow.parser());
    }

    @Override
    public Decision<ProcessRow> decide(View view, LogPosition at, io.ams.proto.ProcessFinish command) {
        ProcessState end = command.getState();
        if (!isEnd(end)) {
            return Decision.refuse(
                    ErrorCode.BAD_REQUEST, "a process ends as SUCCESS, FAILED or CANCELED, not as " + end);
        }
        if (command.getEpoch() == 0 && end != ProcessState.CANCELED) {
            return Decision.refuse(
                    ErrorCode.BAD_REQUEST, "only the owner, with its epoch, can end a process as " + end);
        }
        Keys.ProcessKey key = new Keys.ProcessKey(command.getTableUuid(), command.getProcessId());
        Optional<ProcessRow> process = view.get(Columns.PROCESSES, key);
        if (process.isEmpty()) {
            return Decision.refuse(
                    ErrorCode.PROCESS_NOT_FOUND, "table " + key.tableUuid() + " has no process " + key.processId());
        }
        if (ProcessRows.isEnded(process.get())) {
            return Decision.refuse(
                    ErrorCode.PROCESS_ENDED,
                    "process " + key.processId() + " is over: it is "
                            + process.get().getState());
        }
        TableRow table = TaskRows.tableOf(view, process.get());
        Optional<String> stale = OwnerFence.stale(view, table.getBucket(), command.getEpoch());
        if (command.getEpoch() != 0 && stale.isPresent()) {
            return Decision.refuse(ErrorCode.STALE_EPOCH, stale.get());
        }
        ChangeSet.Builder changes = ChangeSet.builder();
        String failure = end == ProcessState.SUCCESS ? "" : command.getReason();
        ProcessRow ended = ProcessRows.end(view, changes, process.get(), end, at, failure);
        TaskRows.freeTable(view, changes, process.get());
        return Decision.accept(changes.build(), ended);
    }

    private static boolean isEnd(ProcessState state) {
        return state == ProcessState.SUCCESS || state == ProcessState.FAILED || state == ProcessState.CANCELED;
    }
}
