package io.ams.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import io.ams.testkit.architecture.CodeRules;
import io.ams.testkit.architecture.HouseRules;
import org.junit.jupiter.api.Test;

class IcebergArchitectureTest extends HouseRules {
    IcebergArchitectureTest() {
        super("ams-iceberg", "io.ams.iceberg", CodeRules.shipped("io.ams.iceberg"));
    }

    @Test
    void theCatalogSeesNeitherTheWebNorTheInsideOfReplication() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.ams.web..",
                        "io.ams.raft.ratis..",
                        "io.ams.raft.node..",
                        "org.apache.ratis..",
                        "org.rocksdb..",
                        "jakarta..",
                        "io.dropwizard..")
                .because("arrows point one way: web to iceberg to raft")
                .check(classes());
    }
}
