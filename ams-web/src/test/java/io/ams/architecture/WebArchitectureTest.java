package io.ams.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import io.ams.op.ErrorCode;
import io.ams.testkit.architecture.CodeRules;
import io.ams.testkit.architecture.HouseRules;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.Test;

class WebArchitectureTest extends HouseRules {
    WebArchitectureTest() {
        super("ams-web", "io.ams.web", CodeRules.shipped("io.ams.web"));
    }

    /** But for the names that the Iceberg protocol has for kinds of failures. */
    @Test
    void onlyTheMapperOfFailuresTurnsACodeIntoAStatus() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.ams.web.error..")
                .and()
                .haveNameNotMatching(".*IcebergErrorTypes.*")
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(ErrorCode.Kind.class)
                .orShould()
                .callMethod(HttpServletResponse.class, "sendError", int.class)
                .orShould()
                .callMethod(HttpServletResponse.class, "sendError", int.class, String.class)
                .because("one place maps failures to HTTP")
                .check(classes());
    }
}
