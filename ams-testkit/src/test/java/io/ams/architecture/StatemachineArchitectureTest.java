package io.ams.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.ams.testkit.architecture.HouseRules;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StatemachineArchitectureTest extends HouseRules {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(
                    "io.ams.state",
                    "io.ams.ddl",
                    "io.ams.op",
                    "io.ams.plan",
                    "io.ams.apply",
                    "io.ams.publish",
                    "io.ams.store");

    StatemachineArchitectureTest() {
        super("ams-statemachine", "io.ams", CLASSES);
    }

    static Stream<ArchRule> rules() {
        CoreRules rules = new CoreRules("io.ams");
        return Stream.of(
                rules.stateSeesOnlyItself(),
                rules.rulesSeeOnlyState(),
                rules.schemasSeeOnlyThemselves(),
                rules.groupsSeeOnlySchemasAndState(),
                rules.plannersSeeOnlyStateAndOperations(),
                rules.storesSeeOnlyState(),
                rules.publishersSeeOnlyStateAndPosition(),
                rules.applySeesNoParticularStore(),
                rules.onlyOneStoreSeesRocksDb(),
                rules.theCoreSeesNoShell(),
                rules.nothingOfTheOutsideReachesARule(),
                rules.noRuleAsksWhatDiffersBetweenNodes(),
                rules.onlyApplyCommits());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    void thePackagesSeeOnlyWhatTheyMay(ArchRule rule) {
        rule.check(classes());
    }
}
