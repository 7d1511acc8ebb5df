package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.WorkerRow;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.LogPosition;
import io.ams.state.View;

/**
 * A worker says that it is there. The same id again takes the place of what was known of it, and keeps its leases.
 *
 * <p>Refused: {@code BAD_REQUEST} without an id or a thread, {@code GROUP_NOT_FOUND}. Sent twice it is harmless.
 */
public final class WorkerRegister extends Operation<io.ams.proto.WorkerRegister, WorkerRow> {
    public WorkerRegister() {
        super(
                Command.BodyCase.WORKER_REGISTER,
                Command::getWorkerRegister,
                Command.Builder::setWorkerRegister,
                WorkerRow.parser());
    }

    @Override
    public Decision<WorkerRow> decide(View view, LogPosition at, io.ams.proto.WorkerRegister command) {
        if (command.getId().isEmpty() || command.getThreads() <= 0) {
            return Decision.refuse(ErrorCode.BAD_REQUEST, "a worker needs an id and at least one thread");
        }
        if (view.get(Columns.GROUPS, command.getGroup()).isEmpty()) {
            return Decision.refuse(
                    ErrorCode.GROUP_NOT_FOUND,
                    "there is no optimizer group " + command.getGroup() + "; create it or join another");
        }
        long registeredAt = view.get(Columns.WORKERS, command.getId())
                .map(WorkerRow::getRegisteredAtMillis)
                .orElse(at.timeMillis());
        WorkerRow row = WorkerRow.newBuilder()
                .setId(command.getId())
                .setGroup(command.getGroup())
                .setThreads(command.getThreads())
                .setKind(command.getKind())
                .setHost(command.getHost())
                .setRegisteredAtMillis(registeredAt)
                .setLastSeenAtMillis(at.timeMillis())
                .build();
        return Decision.accept(
                ChangeSet.builder().put(Columns.WORKERS, row.getId(), row).build(), row);
    }
}
