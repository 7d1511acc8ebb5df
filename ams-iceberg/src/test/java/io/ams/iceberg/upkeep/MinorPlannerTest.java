package io.ams.iceberg.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.optimizer.task.RewriteInput;
import io.ams.proto.ProcessKind;
import io.ams.proto.TaskSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plans over real tables. A file of these tests is about 650 bytes. */
class MinorPlannerTest {
    private Lakehouse house;
    private MinorPlanner planner;

    @BeforeEach
    void open(@TempDir Path folder) {
        house = new Lakehouse(folder);
        planner = new MinorPlanner(house.source);
    }

    private static List<RewriteInput> inputs(UpkeepPlan plan) {
        return plan.tasks().stream()
                .map(task -> RewriteInput.unpack(task.getInput().toByteArray()))
                .toList();
    }

    @Test
    void aHundredSmallFilesAreOneTask() {
        String table = house.createTable(2, false, Map.of());
        house.append(table, 100, 2, "a");
        UpkeepPlan plan = planner.plan(house.row(table), false);
        assertThat(plan.kind()).isEqualTo(ProcessKind.MINOR);
        assertThat(plan.tasks()).hasSize(1);
        assertThat(plan.tasks().get(0).getInputFiles()).isEqualTo(100);
        assertThat(plan.tasks().get(0).getInput().size()).isLessThan(RewriteInput.MAX_PACKED);
        assertThat(plan.more()).isFalse();
        assertThat(plan.baseSnapshotId())
                .isEqualTo(house.table(table).currentSnapshot().snapshotId());
        assertThat(plan.reason()).contains("100 files").contains("100 fragments");
        assertThat(inputs(plan).get(0).table().snapshots()).isEmpty();
        assertThat(inputs(plan).get(0).baseSequenceNumber()).isEqualTo(1);
    }

    @Test
    void fewFragmentsWaitUntilAnyAreWanted() {
        String table = house.createTable(2, false, Map.of());
        house.append(table, 11, 2, "a");
        assertThat(planner.plan(house.row(table), false).isEmpty()).isTrue();
        assertThat(planner.plan(house.row(table), true).tasks()).hasSize(1);
    }

    @Test
    void partitionsAreNotMixedAndLoneFilesStay() {
        String table = house.createTable(2, true, Map.of());
        house.append(table, 12, 2, "a");
        house.append(table, 13, 2, "b");
        house.append(table, 1, 2, "c");
        UpkeepPlan plan = planner.plan(house.row(table), true);
        assertThat(plan.tasks()).extracting(TaskSpec::getInputFiles).containsExactly(13L, 12L);
        for (RewriteInput input : inputs(plan)) {
            assertThat(input.files())
                    .extracting(file -> file.data().partition().get(0, String.class))
                    .containsOnly(input.files().get(0).data().partition().get(0, String.class));
        }
    }

    @Test
    void anEmptyTableIsNothingToDo() {
        String table = house.createTable(2, false, Map.of());
        assertThat(planner.plan(house.row(table), true).isEmpty()).isTrue();
    }

    @Test
    void undersizedFilesThatFillATargetAreMajor() {
        String probe = house.createTable(2, false, Map.of());
        DataFile file = house.append(probe, 1, 2, "a").get(0);
        long target = file.fileSizeInBytes() * 3;
        String table = house.createTable(2, false, Map.of("self-optimizing.target-size", String.valueOf(target)));
        house.append(table, 6, 2, "a");
        UpkeepPlan plan = planner.plan(house.row(table), false);
        assertThat(plan.kind()).isEqualTo(ProcessKind.MAJOR);
        assertThat(plan.tasks()).extracting(TaskSpec::getInputFiles).allMatch(files -> files >= 2);
        assertThat(plan.tasks()).hasSizeBetween(2, 3);
    }

    @Test
    void aProcessIsBoundedAndSaysThatThereIsMore() {
        String table = house.createTable(2, true, Map.of("self-optimizing.minor.trigger.file-count", "2"));
        house.appendUnwritten(table, MinorPlanner.MOST_TASKS + 6, 2);
        UpkeepPlan plan = planner.plan(house.row(table), false);
        assertThat(plan.tasks()).hasSize(MinorPlanner.MOST_TASKS);
        assertThat(plan.more()).isTrue();
    }
}
