package io.ams.testkit.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;

/** What holds in every module, as rules over compiled classes. */
public final class CodeRules {
    private static final String VAGUE = "(.*[a-z0-9])?(Manager|Helper|Util|Utils|Impl|Base)([A-Z0-9].*)?";

    private CodeRules() {}

    /** The classes below a package that a module ships: neither its tests nor generated messages. */
    public static JavaClasses shipped(String basePackage) {
        return new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .withImportOption(location -> !location.contains("/io/ams/proto/"))
                .importPackages(basePackage);
    }

    public static ArchRule noClassHasAVagueName() {
        return noClasses()
                .should()
                .haveNameMatching("(.*[.$])?" + VAGUE)
                .as("no class is called Manager, Helper, Util, Impl or Base: a name says what the class is")
                .allowEmptyShould(true);
    }

    /** The packages below the given one must not depend on each other in a circle. */
    public static ArchRule noPackagesDependOnEachOther(String basePackage) {
        return slices().matching(basePackage + ".(**)")
                .should()
                .beFreeOfCycles()
                .as("no package depends on itself by way of others")
                .allowEmptyShould(true);
    }

    public static ArchRule staticFieldsAreConstants() {
        return fields().that()
                .areStatic()
                .should()
                .beFinal()
                .as("static fields are constants: state belongs to objects that somebody made")
                .allowEmptyShould(true);
    }

    public static ArchRule noClassHandsOutItsOnlyInstance() {
        return noMethods()
                .that()
                .areStatic()
                .should()
                .haveName("getInstance")
                .as("no class hands out its only instance: constructors take what they need")
                .allowEmptyShould(true);
    }
}
