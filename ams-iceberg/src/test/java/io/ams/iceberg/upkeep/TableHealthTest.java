package io.ams.iceberg.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.ProcessKind;
import io.ams.proto.ProcessRow;
import io.ams.proto.ProcessState;
import io.ams.proto.Property;
import io.ams.proto.TableBacklog;
import io.ams.proto.TableRow;
import io.ams.proto.TableSummary;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TableHealthTest {
    private static final long HOUR = 3_600_000;

    private static TableRow table(long backlog, long deletes, String... properties) {
        TableRow.Builder row = TableRow.newBuilder()
                .setBacklog(TableBacklog.newBuilder().setFiles(backlog).setFirstAtMillis(1000))
                .setSummary(TableSummary.newBuilder().setDataFiles(100).setDeleteFiles(deletes));
        for (int i = 0; i < properties.length; i += 2) {
            row.addUpkeep(Property.newBuilder().setKey(properties[i]).setValue(properties[i + 1]));
        }
        return row.build();
    }

    private static TableHealth of(TableRow row) {
        return TableHealth.of(row, Optional.empty(), true, 2000);
    }

    @Test
    void withoutBacklogItIsIdleAndWell() {
        TableHealth health = of(table(0, 0));
        assertThat(health.status()).isEqualTo(TableHealth.Status.IDLE);
        assertThat(health.health()).isEqualTo(100);
        assertThat(health.reason()).contains("no backlog");
        assertThat(health.dueAtMillis()).isEmpty();
    }

    @Test
    void twelveFilesAreEnough() {
        assertThat(of(table(12, 0)).status()).isEqualTo(TableHealth.Status.PENDING);
        assertThat(of(table(12, 0)).reason())
                .isEqualTo("12 files added since the last upkeep >= 12 (self-optimizing.minor.trigger.file-count)");
        assertThat(of(table(11, 0)).status()).isEqualTo(TableHealth.Status.IDLE);
        assertThat(of(table(3, 0, "self-optimizing.minor.trigger.file-count", "3"))
                        .status())
                .isEqualTo(TableHealth.Status.PENDING);
        assertThat(of(table(11, 0, "self-optimizing.minor.trigger.file-count", "nonsense"))
                        .status())
                .isEqualTo(TableHealth.Status.IDLE);
    }

    @Test
    void fewFilesAreEnoughOnceTheIntervalIsOver() {
        TableHealth waiting = of(table(2, 0));
        assertThat(waiting.dueAtMillis()).hasValue(1000 + HOUR);
        assertThat(TableHealth.of(table(2, 0), Optional.empty(), true, 999 + HOUR)
                        .status())
                .isEqualTo(TableHealth.Status.IDLE);
        assertThat(TableHealth.of(table(2, 0), Optional.empty(), true, 1000 + HOUR)
                        .status())
                .isEqualTo(TableHealth.Status.PENDING);
        TableRow never = table(2, 0, "self-optimizing.minor.trigger.interval", "-1");
        assertThat(TableHealth.of(never, Optional.empty(), true, 1000 + HOUR).status())
                .isEqualTo(TableHealth.Status.IDLE);
    }

    @Test
    void newDeletesAreEnough() {
        assertThat(of(table(1, 1)).status()).isEqualTo(TableHealth.Status.PENDING);
        assertThat(of(table(0, 1)).status()).isEqualTo(TableHealth.Status.IDLE);
    }

    @Test
    void itIsOffForTheTableOrForAll() {
        TableHealth off = of(table(50, 0, "self-optimizing.enabled", "false"));
        assertThat(off.status()).isEqualTo(TableHealth.Status.DISABLED);
        assertThat(off.reason()).contains("self-optimizing.enabled=false");
        TableHealth allOff = TableHealth.of(table(50, 0), Optional.empty(), false, 2000);
        assertThat(allOff.status()).isEqualTo(TableHealth.Status.DISABLED);
        assertThat(allOff.reason()).contains("upkeep.enabled");
    }

    @Test
    void aProcessUnderWaySaysHowFarItIs() {
        ProcessRow running = ProcessRow.newBuilder()
                .setProcessId("p")
                .setKind(ProcessKind.MINOR)
                .setState(ProcessState.RUNNING)
                .setTasks(4)
                .setTasksDone(1)
                .build();
        TableHealth health = TableHealth.of(table(50, 0), Optional.of(running), false, 2000);
        assertThat(health.status()).isEqualTo(TableHealth.Status.RUNNING);
        assertThat(health.reason()).isEqualTo("MINOR process p: 1 of 4 tasks are done");
        ProcessRow done = running.toBuilder().setState(ProcessState.COMMITTING).build();
        assertThat(TableHealth.of(table(50, 0), Optional.of(done), true, 2000).status())
                .isEqualTo(TableHealth.Status.COMMITTING);
    }

    @Test
    void pointsGoDownWithBacklogAndDeletesAndStayInBounds() {
        assertThat(of(table(24, 0)).health()).isEqualTo(70);
        assertThat(of(table(48, 0)).health()).isEqualTo(40);
        assertThat(of(table(0, 50)).health()).isEqualTo(80);
        assertThat(of(table(100_000, 100_000)).health()).isZero();
    }

    @Test
    void aTableThatWaitsToBePlannedSaysHowLongThatMayTake() {
        TableRow usual = table(20, 0);
        assertThat(of(usual).explained(usual))
                .startsWith(of(usual).reason())
                .contains("60000 ms (self-optimizing.min-plan-interval)");

        TableRow eager = table(20, 0, "self-optimizing.min-plan-interval", "0");
        assertThat(of(eager).explained(eager)).isEqualTo(of(eager).reason());
        TableRow idle = table(0, 0);
        assertThat(of(idle).explained(idle)).isEqualTo(of(idle).reason());
    }
}
