package io.ams.iceberg.upkeep;

import io.ams.op.ErrorCode;
import io.ams.op.Operations;
import io.ams.proto.ProcessRow;
import io.ams.proto.ProcessState;
import io.ams.proto.TableRow;
import io.ams.proto.TaskRow;
import io.ams.raft.Consistency;
import io.ams.raft.Reader;
import io.ams.raft.Reply;
import io.ams.raft.Submission;
import io.ams.raft.Submitter;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.Rows;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.util.ContentFileUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits what the tasks of a process made: Iceberg checks it against what users did meanwhile, the log takes it at most once.
 *
 * <p>Users win: what conflicts is dropped task by task, the rest is committed. Files of what is surely not committed are removed;
 * files of what may be are kept, and the state is looked at again. Safe for many threads.
 */
public final class ProcessCommitter {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessCommitter.class);
    private static final int ROUNDS = 5;
    private static final int SEQUENCE_NUMBERS_SINCE = 2;

    /** What came of it. */
    enum End {
        /** The process is over, or is nothing of ours any more: look at the table anew. */
        OVER,
        /** Nothing is known to have changed; try again later. */
        LATER
    }

    private final String actor;
    private final Reader reader;
    private final Submitter submitter;
    private final TableMetadataSource tables;

    /**
     * @param actor in whose name, for the audit trail
     */
    public ProcessCommitter(String actor, Reader reader, Submitter submitter, TableMetadataSource tables) {
        this.actor = actor;
        this.reader = reader;
        this.submitter = submitter;
        this.tables = tables;
    }

    /**
     * Commits, or ends the process if nothing of it can be committed.
     *
     * @param seenIndex the log index of the state that both rows are from
     */
    End commit(TableRow table, ProcessRow process, long epoch, long seenIndex) {
        List<RewrittenTask> done;
        try {
            done = tasksOf(process, seenIndex);
        } catch (IllegalArgumentException e) {
            return giveUp(table, process, epoch, List.of(), "its results cannot be read: " + e.getMessage());
        }
        if (done.size() != process.getTasks()) {
            // The process ended between the two reads, and its tasks went with it.
            return End.OVER;
        }
        return new Attempt(table, process, epoch, seenIndex, done).run();
    }

    private List<RewrittenTask> tasksOf(ProcessRow process, long seenIndex) {
        List<TaskRow> rows = reader.read(
                        Consistency.bookmark(seenIndex),
                        view -> Rows.values(view, Columns.TASKS, Keys.TaskKey.of(process.getProcessId())))
                .toCompletableFuture()
                .join()
                .value();
        return rows.stream().map(RewrittenTask::of).toList();
    }

    /** Ends the process as failed. Its files go only when the log says that it is over: then no commit of it can land. */
    End giveUp(TableRow table, ProcessRow process, long epoch, List<RewrittenTask> done, String why) {
        io.ams.proto.ProcessFinish command = io.ams.proto.ProcessFinish.newBuilder()
                .setTableUuid(table.getUuid())
                .setProcessId(process.getProcessId())
                .setState(ProcessState.FAILED)
                .setReason(why)
                .setEpoch(epoch)
                .build();
        Reply<ProcessRow> reply = submitter
                .submit(Operations.PROCESS_FINISH, command, Submission.by(actor))
                .toCompletableFuture()
                .join();
        return reply.fold(
                accepted -> {
                    LOG.info("process {} of table {} failed: {}", process.getProcessId(), table.getUuid(), why);
                    remove(table, RewrittenTask.outputs(done));
                    return End.OVER;
                },
                failed -> endOf(failed.code()));
    }

    private static End endOf(ErrorCode code) {
        return switch (code) {
            case STALE_EPOCH, PROCESS_NOT_FOUND, PROCESS_ENDED, TABLE_NOT_FOUND -> End.OVER;
            default -> End.LATER;
        };
    }

    private void remove(TableRow table, List<DataFile> files) {
        FileIO io = tables.io(table.getCatalog());
        for (DataFile file : files) {
            try {
                io.deleteFile(file.location());
            } catch (RuntimeException e) {
                LOG.warn("{} of a rewrite that is not committed could not be removed and is left", file.location(), e);
            }
        }
    }

    /** One go at committing one process. */
    private final class Attempt {
        private final TableRow table;
        private final ProcessRow process;
        private final long epoch;
        private final long seenIndex;
        private final List<RewrittenTask> done;

        Attempt(TableRow table, ProcessRow process, long epoch, long seenIndex, List<RewrittenTask> done) {
            this.table = table;
            this.process = process;
            this.epoch = epoch;
            this.seenIndex = seenIndex;
            this.done = done;
        }

        End run() {
            List<RewrittenTask> left = done;
            long validFrom = process.getBaseSnapshotId();
            try {
                for (int round = 0; round < ROUNDS; round++) {
                    PointerTableOperations operations = operations(left);
                    BaseTable current = new BaseTable(operations, table.getName());
                    try {
                        commit(current, left, validFrom);
                        return committed(left);
                    } catch (ValidationException e) {
                        LOG.info("process {} conflicts with a user: {}", process.getProcessId(), e.getMessage());
                    }
                    operations.refresh();
                    Snapshot snapshot = current.currentSnapshot();
                    left = snapshot == null ? List.of() : Survivors.of(left, current);
                    if (left.isEmpty()) {
                        return giveUp(
                                table, process, epoch, done, "users changed or removed all of its files meanwhile");
                    }
                    validFrom = snapshot == null ? validFrom : snapshot.snapshotId();
                }
            } catch (CommitRefusedException e) {
                LOG.info("process {} was not committed: {}", process.getProcessId(), e.getMessage());
                return endOf(e.code());
            } catch (CommitStateUnknownException | CommitFailedException e) {
                LOG.info("process {} is looked at again: {}", process.getProcessId(), e.getMessage());
            }
            return End.LATER;
        }

        private PointerTableOperations operations(List<RewrittenTask> tasks) {
            List<DataFile> files = RewrittenTask.outputs(tasks);
            long bytes = files.stream().mapToLong(DataFile::fileSizeInBytes).sum();
            ProcessCommit what = new ProcessCommit(process.getProcessId(), actor, epoch, files.size(), bytes);
            return new PointerTableOperations(table.getUuid(), reader, submitter, tables, what, seenIndex);
        }

        private void commit(BaseTable current, List<RewrittenTask> tasks, long validFrom) {
            RewriteFiles rewrite = current.newRewrite();
            for (RewrittenTask task : tasks) {
                task.input().files().forEach(file -> rewrite.deleteFile(file.data()));
                task.output().files().forEach(rewrite::addFile);
            }
            ownDeletes(tasks).forEach(rewrite::deleteFile);
            if (current.operations().current().formatVersion() >= SEQUENCE_NUMBERS_SINCE) {
                // Equality deletes that users add meanwhile must still hold for the rows that moved.
                rewrite.dataSequenceNumber(tasks.get(0).input().baseSequenceNumber());
            }
            rewrite.validateFromSnapshot(validFrom)
                    .set("snapshot.producer", "OPTIMIZE")
                    .set("ams.process-id", process.getProcessId())
                    .commit();
        }

        /** Delete files that are about one data file only, which is replaced: they go with it. */
        private List<DeleteFile> ownDeletes(List<RewrittenTask> tasks) {
            List<DeleteFile> own = new ArrayList<>();
            for (RewrittenTask task : tasks) {
                task.input()
                        .files()
                        .forEach(file -> file.deletes().stream()
                                .filter(ContentFileUtil::isFileScoped)
                                .forEach(own::add));
            }
            return own;
        }

        private End committed(List<RewrittenTask> tasks) {
            LOG.info(
                    "process {} of table {} is committed, {} of {} tasks",
                    process.getProcessId(),
                    table.getUuid(),
                    tasks.size(),
                    done.size());
            List<RewrittenTask> dropped = new ArrayList<>(done);
            dropped.removeAll(tasks);
            remove(table, RewrittenTask.outputs(dropped));
            return End.OVER;
        }
    }
}
