package io.ams.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.EvaluationResult;
import io.ams.testkit.architecture.CodeRules;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A rule that nothing can break keeps nothing: each one must find the classes that were written to break it. */
class RulesCatchTheirBreachTest {
    private static final String BASE = "io.ams.architecture.breach";
    private static final JavaClasses BREACHES = new ClassFileImporter().importPackages(BASE);

    static Stream<Arguments> rules() {
        CoreRules core = new CoreRules(BASE);
        RaftRules raft = new RaftRules(BASE + ".raft");
        return Stream.of(
                breach(core.stateSeesOnlyItself(), "StateThatSeesARule"),
                breach(core.rulesSeeOnlyState(), "RuleThatSeesAStore"),
                breach(core.schemasSeeOnlyThemselves(), "SchemaThatSeesTheState"),
                breach(core.groupsSeeOnlySchemasAndState(), "GroupThatSeesARule"),
                breach(core.plannersSeeOnlyStateAndOperations(), "PlannerThatSeesAStore"),
                breach(core.storesSeeOnlyState(), "StoreThatSeesARule"),
                breach(core.publishersSeeOnlyStateAndPosition(), "PublisherThatSeesARule"),
                breach(core.applySeesNoParticularStore(), "ApplierOfOneStore"),
                breach(core.onlyOneStoreSeesRocksDb(), "StoreThatSeesRocksDb"),
                breach(core.theCoreSeesNoShell(), "PlannerThatSeesRatis"),
                breach(
                        core.nothingOfTheOutsideReachesARule(),
                        "RuleWithAThread",
                        "RuleWithAFile",
                        "PlannerWithANetwork",
                        "PlannerWithChance",
                        "SchemaWithAFile"),
                breach(
                        core.noRuleAsksWhatDiffersBetweenNodes(),
                        "RuleWithAClock",
                        "RuleWithALocale",
                        "StateWithRandomIds",
                        "GroupWithAClock"),
                breach(core.onlyApplyCommits(), "PlannerThatCommits"),
                breach(raft.onlyTheAdapterSeesRatis(), "DutyThatSeesRatis"),
                breach(CodeRules.noPackagesDependOnEachOther(BASE), "First", "Second"),
                breach(
                        CodeRules.noClassHasAVagueName(),
                        "TableManager",
                        "PathHelper",
                        "TextUtil",
                        "StoreImpl",
                        "BaseTask"),
                breach(CodeRules.staticFieldsAreConstants(), "Registry"),
                breach(CodeRules.noClassHandsOutItsOnlyInstance(), "Registry"));
    }

    private static Arguments breach(ArchRule rule, String... offenders) {
        return Arguments.of(rule, List.of(offenders));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    void theRuleNamesTheClassesThatBreakIt(ArchRule rule, List<String> offenders) {
        EvaluationResult result = rule.evaluate(BREACHES);

        assertThat(result.hasViolation()).isTrue();
        assertThat(result.getFailureReport().toString()).contains(offenders);
    }

    @Test
    void wordsThatOnlyLookLikeVagueNamesAreFine() {
        JavaClasses fine = new ClassFileImporter().importClasses(Database.class, Implicit.class, Utility.class);

        assertThat(CodeRules.noClassHasAVagueName().evaluate(fine).hasViolation())
                .isFalse();
    }

    private record Database() {}

    private record Implicit() {}

    private record Utility() {}
}
