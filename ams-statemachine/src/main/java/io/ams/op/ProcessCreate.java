package io.ams.op;

import io.ams.proto.ActiveProcessRow;
import io.ams.proto.BucketRow;
import io.ams.proto.Command;
import io.ams.proto.ProcessKind;
import io.ams.proto.ProcessRow;
import io.ams.proto.ProcessState;
import io.ams.proto.QueueRow;
import io.ams.proto.TableBacklog;
import io.ams.proto.TableRow;
import io.ams.proto.TaskRow;
import io.ams.proto.TaskSpec;
import io.ams.proto.TaskState;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.Optional;

/**
 * The owner of a table has planned work for it: the process and all of its tasks, waiting, in one step. What the table had
 * waiting for upkeep counts as seen.
 *
 * <p>Refused: {@code BAD_REQUEST} (no id or kind; not 1 to {@value #MOST_TASKS} tasks; an input over {@value #MOST_INPUT} bytes;
 * figures below zero), {@code TABLE_NOT_FOUND}, {@code STALE_EPOCH}, {@code PROCESS_EXISTS} (the table has one that is not over,
 * or the id is used; also when sent twice), {@code GROUP_NOT_FOUND}.
 */
public final class ProcessCreate extends Operation<io.ams.proto.ProcessCreate, ProcessRow> {
    public ProcessCreate() {
        super(
                Command.BodyCase.PROCESS_CREATE,
                Command::getProcessCreate,
                Command.Builder::setProcessCreate,
                ProcessRow.parser());
    }

    /** The most tasks of one process. */
    static final int MOST_TASKS = 64;

    /** The most bytes of one task's input. */
    static final int MOST_INPUT = 256 * 1024;

    @Override
    public Decision<ProcessRow> decide(View view, LogPosition at, io.ams.proto.ProcessCreate command) {
        Optional<String> malformed = malformed(command);
        if (malformed.isPresent()) {
            return Decision.refuse(ErrorCode.BAD_REQUEST, malformed.get());
        }
        Optional<TableRow> table = view.get(Columns.TABLES, command.getTableUuid());
        if (table.isEmpty()) {
            return Decision.refuse(ErrorCode.TABLE_NOT_FOUND, "there is no table " + command.getTableUuid());
        }
        Optional<String> stale = OwnerFence.stale(view, table.get().getBucket(), command.getEpoch());
        if (stale.isPresent()) {
            return Decision.refuse(ErrorCode.STALE_EPOCH, stale.get());
        }
        Optional<String> taken = taken(view, table.get(), command);
        if (taken.isPresent()) {
            return Decision.refuse(ErrorCode.PROCESS_EXISTS, taken.get());
        }
        if (view.get(Columns.GROUPS, command.getGroup()).isEmpty()) {
            return Decision.refuse(
                    ErrorCode.GROUP_NOT_FOUND,
                    "there is no optimizer group " + command.getGroup() + "; create it or choose another");
        }
        String owner = view.get(Columns.BUCKETS, table.get().getBucket())
                .map(BucketRow::getOwner)
                .orElse("");
        ProcessRow process = process(command, owner, at);
        return Decision.accept(changes(command, table.get(), process), process);
    }

    private static Optional<String> malformed(io.ams.proto.ProcessCreate command) {
        if (command.getProcessId().isEmpty()) {
            return Optional.of("a process needs an id");
        }
        if (command.getKind() == ProcessKind.PROCESS_KIND_UNSPECIFIED
                || command.getKind() == ProcessKind.UNRECOGNIZED) {
            return Optional.of("a process is MINOR, MAJOR or FULL");
        }
        int tasks = command.getTasksCount();
        if (tasks < 1 || tasks > MOST_TASKS) {
            return Optional.of("a process has 1 to " + MOST_TASKS + " tasks, not " + tasks
                    + "; plan the rest in the next process");
        }
        for (TaskSpec task : command.getTasksList()) {
            if (task.getInput().size() > MOST_INPUT) {
                return Optional.of("the input of a task has " + task.getInput().size() + " bytes, allowed are "
                        + MOST_INPUT + "; give it fewer files");
            }
            if (task.getInputFiles() < 0 || task.getInputBytes() < 0) {
                return Optional.of("a task cannot have less than no input files or bytes");
            }
        }
        return Optional.empty();
    }

    private static Optional<String> taken(View view, TableRow table, io.ams.proto.ProcessCreate command) {
        if (!table.getRunningProcess().isEmpty()) {
            return Optional.of("table " + table.getUuid() + " has process " + table.getRunningProcess()
                    + " under way; wait for its end");
        }
        String id = command.getProcessId();
        boolean used = view.get(Columns.ACTIVE_PROCESSES, id).isPresent()
                || view.get(Columns.PROCESSES, new Keys.ProcessKey(table.getUuid(), id))
                        .isPresent();
        return used ? Optional.of("the id " + id + " belongs to another process; choose a new one") : Optional.empty();
    }

    private static ProcessRow process(io.ams.proto.ProcessCreate command, String owner, LogPosition at) {
        return ProcessRow.newBuilder()
                .setProcessId(command.getProcessId())
                .setTableUuid(command.getTableUuid())
                .setKind(command.getKind())
                .setState(ProcessState.RUNNING)
                .setReason(command.getReason())
                .setGroup(command.getGroup())
                .setBaseSnapshotId(command.getBaseSnapshotId())
                .setTasks(command.getTasksCount())
                .setInputFiles(command.getTasksList().stream()
                        .mapToLong(TaskSpec::getInputFiles)
                        .sum())
                .setInputBytes(command.getTasksList().stream()
                        .mapToLong(TaskSpec::getInputBytes)
                        .sum())
                .setCreatedAtMillis(at.timeMillis())
                .setPlannedBy(owner)
                .setPlannedEpoch(command.getEpoch())
                .build();
    }

    private static ChangeSet changes(io.ams.proto.ProcessCreate command, TableRow table, ProcessRow process) {
        String id = process.getProcessId();
        ChangeSet.Builder changes = ChangeSet.builder()
                .put(Columns.PROCESSES, new Keys.ProcessKey(table.getUuid(), id), process)
                .put(
                        Columns.ACTIVE_PROCESSES,
                        id,
                        ActiveProcessRow.newBuilder()
                                .setTableUuid(table.getUuid())
                                .build())
                .put(
                        Columns.TABLES,
                        table.getUuid(),
                        table.toBuilder()
                                .setRunningProcess(id)
                                .setBacklog(TableBacklog.getDefaultInstance())
                                .build());
        for (int number = 0; number < command.getTasksCount(); number++) {
            TaskRow task = task(process, number, command.getTasks(number));
            changes.put(Columns.TASKS, TaskRows.keyOf(task), task)
                    .put(
                            Columns.QUEUE,
                            ProcessRows.queueKey(process, number),
                            QueueRow.newBuilder()
                                    .setProcessId(id)
                                    .setNumber(number)
                                    .build());
        }
        return changes.build();
    }

    private static TaskRow task(ProcessRow process, int number, TaskSpec spec) {
        return TaskRow.newBuilder()
                .setProcessId(process.getProcessId())
                .setNumber(number)
                .setTableUuid(process.getTableUuid())
                .setGroup(process.getGroup())
                .setState(TaskState.PENDING)
                .setInput(spec.getInput())
                .setInputFiles(spec.getInputFiles())
                .setInputBytes(spec.getInputBytes())
                .build();
    }
}
