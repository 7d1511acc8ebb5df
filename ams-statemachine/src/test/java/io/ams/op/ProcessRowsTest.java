package io.ams.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.ActiveProcessRow;
import io.ams.proto.MarkRow;
import io.ams.proto.ProcessRow;
import io.ams.proto.ProcessState;
import io.ams.proto.QueueRow;
import io.ams.proto.TaskRow;
import io.ams.proto.TaskState;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.LogPosition;
import org.junit.jupiter.api.Test;

class ProcessRowsTest {
    private static final LogPosition AT = new LogPosition(1, 99, 5_000);

    private final RuleBench bench = new RuleBench();

    @Test
    void endingAProcessRemovesItsTasksWithTheirPlacesAndKeepsItsRow() {
        ProcessRow process = running("p1");
        ProcessRow other = running("p2");
        task(process, 0, TaskState.PENDING);
        task(process, 1, TaskState.LEASED);
        task(process, 2, TaskState.DONE);
        task(other, 0, TaskState.PENDING);
        task(other, 1, TaskState.LEASED);

        ProcessRow ended = end(process, ProcessState.CANCELED, "asked for by a person");

        assertThat(ended)
                .isEqualTo(process.toBuilder()
                        .setState(ProcessState.CANCELED)
                        .setEndedAtMillis(5_000)
                        .setFailure("asked for by a person")
                        .build())
                .isEqualTo(bench.row(Columns.PROCESSES, new Keys.ProcessKey("t1", "p1")));
        assertThat(bench.keys(Columns.TASKS)).containsExactly(new Keys.TaskKey("p2", 0), new Keys.TaskKey("p2", 1));
        assertThat(bench.keys(Columns.QUEUE)).containsExactly(new Keys.QueueKey("default", 100, "p2", 0));
        assertThat(bench.keys(Columns.LEASES)).containsExactly(new Keys.LeaseKey("w1", "p2", 1));
        assertThat(bench.keys(Columns.ACTIVE_PROCESSES)).containsExactly("p2");
    }

    @Test
    void onlyTheYoungestEndedProcessesOfATableAreKept() {
        ProcessRow stillRunning = running("p000");
        for (int i = 1; i <= 60; i++) {
            end(running(String.format("p%03d", i)), ProcessState.SUCCESS, "");
        }

        assertThat(bench.keys(Columns.PROCESSES))
                .hasSize(ProcessRows.KEPT + 1)
                .startsWith(new Keys.ProcessKey("t1", stillRunning.getProcessId()), new Keys.ProcessKey("t1", "p011"))
                .endsWith(new Keys.ProcessKey("t1", "p060"));
    }

    private ProcessRow end(ProcessRow process, ProcessState state, String failure) {
        ChangeSet.Builder changes = ChangeSet.builder();
        ProcessRow ended = ProcessRows.end(bench.view(), changes, process, state, AT, failure);
        bench.put(changes.build());
        return ended;
    }

    private ProcessRow running(String id) {
        ProcessRow process = ProcessRow.newBuilder()
                .setProcessId(id)
                .setTableUuid("t1")
                .setState(ProcessState.RUNNING)
                .setGroup("default")
                .setCreatedAtMillis(100)
                .build();
        bench.put(ChangeSet.builder()
                .put(Columns.PROCESSES, new Keys.ProcessKey("t1", id), process)
                .put(
                        Columns.ACTIVE_PROCESSES,
                        id,
                        ActiveProcessRow.newBuilder().setTableUuid("t1").build())
                .build());
        return process;
    }

    private void task(ProcessRow process, int number, TaskState state) {
        TaskRow task = TaskRow.newBuilder()
                .setProcessId(process.getProcessId())
                .setNumber(number)
                .setState(state)
                .setWorker(state == TaskState.PENDING ? "" : "w1")
                .build();
        bench.put(Columns.TASKS, new Keys.TaskKey(process.getProcessId(), number), task);
        if (state == TaskState.PENDING) {
            bench.put(Columns.QUEUE, ProcessRows.queueKey(process, number), QueueRow.getDefaultInstance());
        } else if (state == TaskState.LEASED) {
            bench.put(
                    Columns.LEASES,
                    new Keys.LeaseKey("w1", process.getProcessId(), number),
                    MarkRow.getDefaultInstance());
        }
    }
}
