package io.ams.testkit.ddl;

import java.util.List;
import java.util.stream.Stream;

/** All scenarios of the reference. */
final class Scenarios {
    private Scenarios() {}

    static List<Scenario> all() {
        return Stream.of(
                        PessimisticScenarios.all(),
                        PessimisticOutsideScenarios.all(),
                        OptimisticColumnScenarios.all(),
                        OptimisticConflictScenarios.all(),
                        NoEffectScenarios.all(),
                        OptimisticMemberScenarios.all())
                .flatMap(List::stream)
                .toList();
    }
}
