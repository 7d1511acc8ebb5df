package io.ams.testkit.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.testkit.SoloReplica;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every scenario of the reference with our outcome, on a replica without a network. */
class ScenariosTest {
    /** Rows of the reference's two tables. */
    private static final String PESSIMISTIC = "1 2 3 5 6 7 9 10 11 13 14 15 16 17 18 19 21 22 23 25 26 27 28 29 30";

    private static final String OPTIMISTIC =
            "1 2 3 4 5 7 8 9 10 12 13 14 15 16 18 20 21 22 24 25 26 27 28 29 31 32 34 35 36"
                    + " 38 39 40 41 43 44 46 47 48 50 52 53 54 56 57 58 59 60";

    static List<Scenario> scenarios() {
        return Scenarios.all();
    }

    private static DdlDriver driver() {
        SoloReplica replica = Replicas.solo();
        return new DdlDriver(() -> replica);
    }

    @Test
    void noRowOfTheReferenceIsLeftOut() {
        List<String> rows = Stream.concat(numbers("P", PESSIMISTIC), numbers("O", OPTIMISTIC))
                .toList();

        assertThat(scenarios().stream().map(Scenario::row).distinct()).containsExactlyInAnyOrderElementsOf(rows);
        assertThat(scenarios().stream().map(Scenario::number)).doesNotHaveDuplicates();
    }

    private static Stream<String> numbers(String table, String numbers) {
        return Stream.of(numbers.split(" ", -1)).map(number -> table + number);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("scenarios")
    void everyStepHasItsOutcome(Scenario scenario) {
        DdlScene scene = scenario.open(driver(), false);
        scenario.steps().forEach(step -> step.accept(scene));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("scenarios")
    void whatIsAnnouncedTwiceOrLateAndBackwardsHasTheSameOutcome(Scenario scenario) {
        DdlScene once = scenario.open(driver(), false);
        scenario.steps().forEach(step -> step.accept(once));
        DdlScene twice = scenario.open(driver(), true);
        scenario.steps().forEach(step -> step.accept(twice));

        twice.repeatAll();

        assertThat(GroupPicture.of(twice)).isEqualTo(GroupPicture.of(once));
    }
}
