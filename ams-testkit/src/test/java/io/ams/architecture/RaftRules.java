package io.ams.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.lang.ArchRule;

/** Which package of the Raft shell may see what, below any base package. */
final class RaftRules {
    private final String base;

    RaftRules(String base) {
        this.base = base;
    }

    ArchRule onlyTheAdapterSeesRatis() {
        return noClasses()
                .that()
                .resideOutsideOfPackage(base + ".ratis")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.ratis..")
                .as("only the adapter sees Ratis");
    }

    ArchRule theShellSeesNothingAbove() {
        return noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.ams.iceberg..",
                        "io.ams.optimizer..",
                        "io.ams.web..",
                        "org.apache.iceberg..",
                        "io.dropwizard..",
                        "jakarta..")
                .as("the Raft shell knows nothing of table formats and nothing of the edge");
    }
}
