package io.ams.iceberg.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ams.optimizer.RewriteRunner;
import io.ams.optimizer.Worker;
import io.ams.optimizer.WorkerSettings;
import io.ams.optimizer.rewrite.ConfiguredFileIOSource;
import io.ams.optimizer.rewrite.RewriteExecutor;
import io.ams.proto.ProcessKind;
import io.ams.proto.ProcessRow;
import io.ams.proto.ProcessState;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The whole of upkeep in one process: owner, worker and real files, around the real rules. */
class UpkeepLoopTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Map<String, String> EAGER = Map.of("self-optimizing.min-plan-interval", "0");

    private Lakehouse house;
    private Worker worker;

    @BeforeEach
    void open(@TempDir Path folder) {
        house = new Lakehouse(folder);
        worker = new Worker(
                new ReplicaClient(house.replica),
                List.of("here"),
                WorkerSettings.of("default", 2, "embedded", "test"),
                new RewriteRunner(new RewriteExecutor(new ConfiguredFileIOSource())),
                Clock.systemUTC());
        worker.start();
    }

    @AfterEach
    void close() {
        worker.close();
    }

    @Test
    void aHundredSmallFilesBecomeFewWithoutBeingAsked() {
        String table = house.createTable(2, false, EAGER);
        house.own(Lakehouse.N1);
        try (UpkeepOwner owner = owner(Lakehouse.N1)) {
            owner.start();
            for (int commit = 0; commit < 10; commit++) {
                house.append(table, 10, 20, "a");
            }
            List<String> rows = house.rows(table);
            assertThat(rows).hasSize(2000);
            await().atMost(SOON).until(() -> isQuiet(table) && house.dataFiles(table) <= 12);
            assertThat(house.rows(table)).isEqualTo(rows);
        }
        List<ProcessRow> processes = house.processes(table);
        assertThat(processes).isNotEmpty();
        List<String> done = processes.stream()
                .filter(process -> process.getState() == ProcessState.SUCCESS)
                .map(ProcessRow::getProcessId)
                .toList();
        assertThat(house.committedProcesses(table)).containsExactlyInAnyOrderElementsOf(done);
        assertThat(processes.get(0).getKind()).isEqualTo(ProcessKind.MINOR);
        assertThat(processes.get(0).getReason()).contains("self-optimizing.minor.trigger.file-count");
    }

    /** Submission 1 of an owner is the plan, 2 the commit. */
    @ParameterizedTest
    @CsvSource({"1,false", "1,true", "2,false", "2,true"})
    void anOwnerKilledAtAnyStepIsReplacedAndTheWorkIsCommittedOnce(int step, boolean landed) {
        String table = house.createTable(2, false, EAGER);
        house.append(table, 100, 5, "a");
        List<String> rows = house.rows(table);
        house.own(Lakehouse.N1);
        MortalReplica mortal = new MortalReplica(house.replica, step, landed);
        try (UpkeepOwner first = new UpkeepOwner(mortal, Lakehouse.N1, house.source, Clock.systemUTC(), 2)) {
            first.start();
            await().atMost(SOON).until(mortal::isDead);
        }
        house.own(Lakehouse.N2);
        try (UpkeepOwner second = owner(Lakehouse.N2)) {
            second.start();
            await().atMost(SOON).until(() -> isQuiet(table) && house.dataFiles(table) == 1);
        }
        assertThat(house.rows(table)).isEqualTo(rows);
        ProcessRow process = house.processes(table).get(0);
        assertThat(house.processes(table)).hasSize(1);
        assertThat(process.getState()).isEqualTo(ProcessState.SUCCESS);
        assertThat(process.getInputFiles()).isEqualTo(100);
        assertThat(process.getOutputFiles()).isEqualTo(1);
        assertThat(house.committedProcesses(table)).containsExactly(process.getProcessId());
        assertThat(process.getPlannedBy()).isEqualTo(step == 1 && !landed ? Lakehouse.N2 : Lakehouse.N1);
    }

    @Test
    void aTableWhoseUpkeepIsOffIsLeftAlone() {
        String off = house.createTable(2, false, Map.of("self-optimizing.enabled", "false"));
        String on = house.createTable(2, false, EAGER);
        house.own(Lakehouse.N1);
        try (UpkeepOwner owner = owner(Lakehouse.N1)) {
            owner.start();
            house.append(off, 20, 1, "a");
            house.append(on, 20, 1, "a");
            await().atMost(SOON).until(() -> isQuiet(on) && house.dataFiles(on) == 1);
        }
        assertThat(house.dataFiles(off)).isEqualTo(20);
        assertThat(house.processes(off)).isEmpty();
    }

    private UpkeepOwner owner(String node) {
        return new UpkeepOwner(house.replica, node, house.source, Clock.systemUTC(), 2);
    }

    private boolean isQuiet(String table) {
        return house.row(table).getRunningProcess().isEmpty();
    }
}
