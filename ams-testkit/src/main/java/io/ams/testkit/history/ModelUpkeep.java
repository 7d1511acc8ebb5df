package io.ams.testkit.history;

import io.ams.op.ErrorCode;
import io.ams.proto.ProcessCreate;
import io.ams.proto.TableCommit;
import io.ams.proto.TableDrop;
import io.ams.proto.TaskComplete;
import io.ams.proto.TaskFail;
import io.ams.proto.TaskLease;
import io.ams.proto.TaskProgress;
import io.ams.proto.TaskRef;
import io.ams.proto.TasksRelease;
import io.ams.proto.WorkerHeartbeat;
import io.ams.proto.WorkerRegister;
import io.ams.proto.WorkerRemove;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The part of the reference model that is upkeep: workers, processes and tasks, and what commits and drops do to them. */
final class ModelUpkeep {
    private static final long DAY = 86_400_000;
    private static final int KEPT = 50;

    private static final class Worker {
        String group = "";
        long seen;
    }

    /** A process. */
    private static final class Work {
        final String id;
        final String table;
        final long created;
        final List<Task> tasks = new ArrayList<>();
        String state = "RUNNING";
        long outputFiles;
        int done;

        Work(String id, String table, long created) {
            this.id = id;
            this.table = table;
            this.created = created;
        }

        boolean isOver() {
            return !state.equals("RUNNING") && !state.equals("COMMITTING");
        }
    }

    private static final class Task {
        final Work process;
        final int number;
        final String group;
        String state = "PENDING";
        String worker = "";
        int attempt;
        int failures;
        long until;

        Task(Work process, int number, String group) {
            this.process = process;
            this.number = number;
            this.group = group;
        }

        boolean isLeasedTo(String who, int which) {
            return state.equals("LEASED") && worker.equals(who) && attempt == which;
        }

        void giveBack() {
            state = "PENDING";
            worker = "";
            until = 0;
        }
    }

    private final ModelCluster cluster;
    private final ModelTables tables;
    private final Map<String, Worker> workers = new TreeMap<>();
    private final List<Work> processes = new ArrayList<>();

    ModelUpkeep(ModelCluster cluster, ModelTables tables) {
        this.cluster = cluster;
        this.tables = tables;
    }

    private List<Task> tasks() {
        return processes.stream()
                .filter(process -> !process.isOver())
                .flatMap(process -> process.tasks.stream())
                .toList();
    }

    private @Nullable Task task(String process, int number) {
        return tasks().stream()
                .filter(task -> task.process.id.equals(process) && task.number == number)
                .findFirst()
                .orElse(null);
    }

    private @Nullable Work process(String table, String id) {
        return processes.stream()
                .filter(process -> process.table.equals(table) && process.id.equals(id))
                .findFirst()
                .orElse(null);
    }

    Optional<ErrorCode> register(WorkerRegister register, long now) {
        if (register.getId().isEmpty() || register.getThreads() <= 0) {
            return Optional.of(ErrorCode.BAD_REQUEST);
        }
        if (!register.getGroup().equals("default")) {
            return Optional.of(ErrorCode.GROUP_NOT_FOUND);
        }
        Worker worker = workers.computeIfAbsent(register.getId(), id -> new Worker());
        worker.group = register.getGroup();
        worker.seen = now;
        return Optional.empty();
    }

    Optional<ErrorCode> heartbeat(WorkerHeartbeat beat, long now) {
        if (beat.getLeaseMillis() < 1 || beat.getLeaseMillis() > DAY) {
            return Optional.of(ErrorCode.BAD_REQUEST);
        }
        Worker worker = workers.get(beat.getId());
        if (worker == null) {
            return Optional.of(ErrorCode.WORKER_NOT_FOUND);
        }
        worker.seen = now;
        for (TaskProgress progress : beat.getTasksList()) {
            Task task = task(progress.getProcessId(), progress.getNumber());
            if (task != null && task.isLeasedTo(beat.getId(), progress.getAttempt())) {
                task.until = now + beat.getLeaseMillis();
            }
        }
        return Optional.empty();
    }

    Optional<ErrorCode> remove(WorkerRemove remove) {
        Worker worker = workers.get(remove.getId());
        if (worker == null) {
            return Optional.of(ErrorCode.WORKER_NOT_FOUND);
        }
        if (remove.getIfSilentSinceMillis() == 0 || worker.seen <= remove.getIfSilentSinceMillis()) {
            workers.remove(remove.getId());
            tasks().stream()
                    .filter(task -> task.state.equals("LEASED") && task.worker.equals(remove.getId()))
                    .forEach(Task::giveBack);
        }
        return Optional.empty();
    }

    Optional<ErrorCode> create(ProcessCreate create, long now) {
        boolean negative =
                create.getTasksList().stream().anyMatch(task -> task.getInputFiles() < 0 || task.getInputBytes() < 0);
        if (create.getProcessId().isEmpty()
                || create.getKindValue() < 1
                || create.getKindValue() > 3
                || create.getTasksCount() == 0
                || negative) {
            return Optional.of(ErrorCode.BAD_REQUEST);
        }
        ModelTables.Table table = tables.byUuid(create.getTableUuid());
        if (table == null) {
            return Optional.of(ErrorCode.TABLE_NOT_FOUND);
        }
        if (!cluster.isEpoch(table.bucket, create.getEpoch())) {
            return Optional.of(ErrorCode.STALE_EPOCH);
        }
        boolean idUnderWay =
                processes.stream().anyMatch(other -> !other.isOver() && other.id.equals(create.getProcessId()));
        if (!table.process.isEmpty() || idUnderWay || process(table.uuid, create.getProcessId()) != null) {
            return Optional.of(ErrorCode.PROCESS_EXISTS);
        }
        if (!create.getGroup().equals("default")) {
            return Optional.of(ErrorCode.GROUP_NOT_FOUND);
        }
        Work process = new Work(create.getProcessId(), table.uuid, now);
        for (int number = 0; number < create.getTasksCount(); number++) {
            process.tasks.add(new Task(process, number, create.getGroup()));
        }
        processes.add(process);
        table.process = process.id;
        table.backlog = 0;
        return Optional.empty();
    }

    Optional<ErrorCode> lease(TaskLease lease, long now) {
        if (lease.getMax() < 1 || lease.getMax() > 64 || lease.getLeaseMillis() < 1 || lease.getLeaseMillis() > DAY) {
            return Optional.of(ErrorCode.BAD_REQUEST);
        }
        Worker worker = workers.get(lease.getWorker());
        if (worker == null) {
            return Optional.of(ErrorCode.WORKER_NOT_FOUND);
        }
        tasks().stream()
                .filter(task -> task.state.equals("PENDING") && task.group.equals(worker.group))
                .sorted(Comparator.comparingLong((Task task) -> task.process.created)
                        .thenComparing(task -> task.process.id)
                        .thenComparingInt(task -> task.number))
                .limit(lease.getMax())
                .forEach(task -> {
                    task.state = "LEASED";
                    task.worker = lease.getWorker();
                    task.attempt++;
                    task.until = now + lease.getLeaseMillis();
                });
        return Optional.empty();
    }

    Optional<ErrorCode> complete(TaskComplete complete) {
        if (complete.getOutputFiles() < 0 || complete.getOutputBytes() < 0) {
            return Optional.of(ErrorCode.BAD_REQUEST);
        }
        Task task = task(complete.getProcessId(), complete.getNumber());
        if (task == null) {
            return Optional.of(ErrorCode.TASK_NOT_FOUND);
        }
        boolean repeated = task.state.equals("DONE")
                && task.worker.equals(complete.getWorker())
                && task.attempt == complete.getAttempt();
        if (repeated) {
            return Optional.empty();
        }
        if (!task.isLeasedTo(complete.getWorker(), complete.getAttempt())) {
            return Optional.of(ErrorCode.TASK_ATTEMPT_STALE);
        }
        task.state = "DONE";
        task.until = 0;
        Work process = task.process;
        process.done++;
        process.outputFiles += complete.getOutputFiles();
        if (process.tasks.stream().allMatch(other -> other.state.equals("DONE"))) {
            process.state = "COMMITTING";
        }
        return Optional.empty();
    }

    Optional<ErrorCode> fail(TaskFail fail, int maxFailures) {
        Task task = task(fail.getProcessId(), fail.getNumber());
        if (task == null) {
            return Optional.of(ErrorCode.TASK_NOT_FOUND);
        }
        if (!task.isLeasedTo(fail.getWorker(), fail.getAttempt())) {
            return Optional.of(ErrorCode.TASK_ATTEMPT_STALE);
        }
        task.failures++;
        if (task.failures >= maxFailures) {
            end(task.process, "FAILED");
        } else {
            task.giveBack();
        }
        return Optional.empty();
    }

    Optional<ErrorCode> release(TasksRelease release, long now) {
        for (TaskRef ref : release.getTasksList()) {
            Task task = task(ref.getProcessId(), ref.getNumber());
            if (task != null && task.isLeasedTo(task.worker, ref.getAttempt()) && task.until < now) {
                task.giveBack();
            }
        }
        return Optional.empty();
    }

    private void end(Work process, String state) {
        process.state = state;
        ModelTables.Table table = tables.byUuid(process.table);
        if (table != null) {
            table.process = "";
        }
        List<Work> others = processes.stream()
                .filter(other -> other.table.equals(process.table) && other.isOver() && other != process)
                .sorted(Comparator.comparing(other -> other.id))
                .toList();
        processes.removeAll(others.subList(0, Math.max(0, others.size() + 1 - KEPT)));
    }

    Optional<ErrorCode> commit(TableCommit commit) {
        ModelTables.Table table = tables.byUuid(commit.getUuid());
        if (table == null) {
            return Optional.of(ErrorCode.TABLE_NOT_FOUND);
        }
        Work process = process(table.uuid, commit.getProcessId());
        Optional<ErrorCode> refused = refused(commit, table, process);
        if (refused.isPresent()) {
            return refused;
        }
        table.version++;
        table.metadata = commit.getMetadataLocation();
        table.location = commit.getLocation();
        tables.reserve(table.location, table.uuid);
        if (process == null) {
            table.backlog += commit.getAddedFiles();
        } else {
            process.outputFiles = commit.getOutputFiles();
            end(process, "SUCCESS");
        }
        return Optional.empty();
    }

    private Optional<ErrorCode> refused(TableCommit commit, ModelTables.Table table, @Nullable Work process) {
        boolean byOwner = commit.getEpoch() != 0 || !commit.getProcessId().isEmpty();
        if (byOwner && !cluster.isEpoch(table.bucket, commit.getEpoch())) {
            return Optional.of(ErrorCode.STALE_EPOCH);
        }
        if (!commit.getProcessId().isEmpty() && process == null) {
            return Optional.of(ErrorCode.PROCESS_NOT_FOUND);
        }
        if (process != null && process.isOver()) {
            return Optional.of(ErrorCode.PROCESS_ENDED);
        }
        if (process != null && !process.state.equals("COMMITTING")) {
            return Optional.of(ErrorCode.PROCESS_UNFINISHED);
        }
        if (commit.getExpectedVersion() != table.version) {
            return Optional.of(ErrorCode.COMMIT_CONFLICT);
        }
        if (commit.getMetadataLocation().isEmpty()
                || commit.getMetadataLocation().equals(table.metadata)
                || commit.getAddedFiles() < 0
                || commit.getAddedBytes() < 0
                || commit.getOutputFiles() < 0) {
            return Optional.of(ErrorCode.BAD_REQUEST);
        }
        return commit.getLocation().equals(table.location)
                ? Optional.empty()
                : tables.badPlace(commit.getLocation(), table.uuid);
    }

    Optional<ErrorCode> drop(TableDrop drop) {
        if (!tables.isCatalog(drop.getCatalog())) {
            return Optional.of(ErrorCode.CATALOG_NOT_FOUND);
        }
        ModelTables.Table table = tables.byName(drop.getLevelsList(), drop.getName());
        if (table == null) {
            return Optional.of(ErrorCode.TABLE_NOT_FOUND);
        }
        Work process = process(table.uuid, table.process);
        if (process != null) {
            end(process, "CANCELED");
        }
        tables.drop(table);
        return Optional.empty();
    }

    void addTo(ModelPicture picture) {
        workers.forEach((id, worker) -> picture.worker(id, worker.group, worker.seen));
        processes.forEach(process ->
                picture.process(process.table, process.id, process.state, process.done, process.outputFiles));
        tasks().forEach(task -> picture.task(
                task.process.id, task.number, task.state, task.attempt, task.worker, task.failures, task.until));
    }
}
