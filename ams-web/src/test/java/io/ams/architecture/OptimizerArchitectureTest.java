package io.ams.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import io.ams.testkit.architecture.CodeRules;
import io.ams.testkit.architecture.HouseRules;
import org.junit.jupiter.api.Test;

class OptimizerArchitectureTest extends HouseRules {
    OptimizerArchitectureTest() {
        super("ams-optimizer", "io.ams.optimizer", CodeRules.shipped("io.ams.optimizer"));
    }

    @Test
    void aWorkerSeesNothingOfANode() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.ams.web..", "io.ams.raft..", "io.ams.iceberg..", "io.ams.store..", "org.rocksdb..")
                .because("a worker is a process of its own, that speaks HTTP")
                .check(classes());
    }
}
