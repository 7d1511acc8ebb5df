package io.ams.testkit.history;

import io.ams.proto.ActiveProcessRow;
import io.ams.proto.ProcessRow;
import io.ams.proto.ProcessState;
import io.ams.proto.TaskRow;
import io.ams.proto.TaskState;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.Rows;
import io.ams.state.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What must hold between the rows of upkeep after every command: each fact that is kept twice is the same in both places. */
public final class UpkeepInvariants {
    private final View view;
    private final List<String> broken = new ArrayList<>();

    private UpkeepInvariants(View view) {
        this.view = view;
    }

    /** What does not hold, in words; nothing if all is well. */
    public static List<String> broken(View view) {
        UpkeepInvariants check = new UpkeepInvariants(view);
        check.queueHasTheWaitingTasks();
        check.leasesAreTheLeasedTasks();
        check.activeProcessesAreTheRunningOnes();
        check.tablesKnowTheirProcess();
        check.everyTaskHasAProcessUnderWay();
        check.bucketsKnowTheirTables();
        return check.broken;
    }

    private void same(String what, Set<String> expected, Set<String> found) {
        if (!expected.equals(found)) {
            broken.add(what + ": " + expected + " are not " + found);
        }
    }

    private void queueHasTheWaitingTasks() {
        Set<String> queued = new TreeSet<>();
        view.scan(Columns.QUEUE, KeyRange.all(), (key, row) -> {
            queued.add(key.group() + " " + key.processId() + " " + key.number());
            return true;
        });
        Set<String> waiting = new TreeSet<>();
        tasks(TaskState.PENDING)
                .forEach(task -> waiting.add(task.getGroup() + " " + task.getProcessId() + " " + task.getNumber()));
        same("waiting tasks and the queue", waiting, queued);
    }

    private void leasesAreTheLeasedTasks() {
        Set<String> leases = new TreeSet<>();
        view.scan(Columns.LEASES, KeyRange.all(), (key, row) -> {
            leases.add(key.worker() + " " + key.processId() + " " + key.number());
            return true;
        });
        Set<String> leased = new TreeSet<>();
        tasks(TaskState.LEASED)
                .forEach(task -> leased.add(task.getWorker() + " " + task.getProcessId() + " " + task.getNumber()));
        same("leased tasks and leases", leased, leases);
        tasks(TaskState.LEASED).stream()
                .filter(task -> view.get(Columns.WORKERS, task.getWorker()).isEmpty())
                .forEach(task -> broken.add("leased to a worker that is not there: " + task.getWorker()));
    }

    private List<TaskRow> tasks(TaskState state) {
        return Rows.values(view, Columns.TASKS, KeyRange.all()).stream()
                .filter(task -> task.getState() == state)
                .toList();
    }

    private static boolean isUnderWay(ProcessRow process) {
        return process.getState() == ProcessState.RUNNING || process.getState() == ProcessState.COMMITTING;
    }

    private void activeProcessesAreTheRunningOnes() {
        Set<String> active = new TreeSet<>();
        view.scan(Columns.ACTIVE_PROCESSES, KeyRange.all(), (id, row) -> {
            active.add(row.getTableUuid() + " " + id);
            return true;
        });
        Set<String> underWay = new TreeSet<>();
        Rows.values(view, Columns.PROCESSES, KeyRange.all()).stream()
                .filter(UpkeepInvariants::isUnderWay)
                .forEach(process -> underWay.add(process.getTableUuid() + " " + process.getProcessId()));
        same("processes under way and active ones", underWay, active);
    }

    private void tablesKnowTheirProcess() {
        Set<String> known = new TreeSet<>();
        view.scan(Columns.TABLES, KeyRange.all(), (uuid, table) -> {
            if (!table.getRunningProcess().isEmpty()) {
                known.add(uuid + " " + table.getRunningProcess());
            }
            return true;
        });
        Set<String> active = new TreeSet<>();
        view.scan(Columns.ACTIVE_PROCESSES, KeyRange.all(), (id, row) -> {
            active.add(row.getTableUuid() + " " + id);
            return true;
        });
        same("processes that tables know and active ones", active, known);
    }

    private void everyTaskHasAProcessUnderWay() {
        for (TaskRow task : Rows.values(view, Columns.TASKS, KeyRange.all())) {
            Optional<ActiveProcessRow> active = view.get(Columns.ACTIVE_PROCESSES, task.getProcessId());
            if (active.isEmpty() || !active.get().getTableUuid().equals(task.getTableUuid())) {
                broken.add("a task without its process: " + task.getProcessId() + " " + task.getNumber());
            }
        }
    }

    private void bucketsKnowTheirTables() {
        Set<String> listed = new TreeSet<>();
        view.scan(Columns.BUCKET_TABLES, KeyRange.all(), (key, row) -> {
            listed.add(key.bucket() + " " + key.tableUuid());
            return true;
        });
        Set<String> tables = new TreeSet<>();
        view.scan(Columns.TABLES, KeyRange.all(), (uuid, table) -> {
            tables.add(table.getBucket() + " " + uuid);
            return true;
        });
        same("tables and those listed by bucket", tables, listed);
    }
}
