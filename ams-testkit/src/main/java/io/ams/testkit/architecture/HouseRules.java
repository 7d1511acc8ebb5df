package io.ams.testkit.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The tests that every module passes. A module's architecture test extends this one and adds what its own packages may see. */
public abstract class HouseRules {
    private final String module;
    private final String basePackage;
    private final JavaClasses classes;

    /**
     * @param module the module's directory, such as {@code ams-web}
     * @param basePackage the package that cycles are looked for in
     * @param classes what the module ships
     */
    protected HouseRules(String module, String basePackage, JavaClasses classes) {
        this.module = module;
        this.basePackage = basePackage;
        this.classes = classes;
    }

    /** The shipped classes that this test is about. */
    protected final JavaClasses classes() {
        return classes;
    }

    @Test
    void thereIsSomethingToTest() {
        assertThat(classes).isNotEmpty();
    }

    @Test
    void noClassHasAVagueName() {
        CodeRules.noClassHasAVagueName().check(classes);
    }

    @Test
    void noPackagesDependOnEachOther() {
        CodeRules.noPackagesDependOnEachOther(basePackage).check(classes);
    }

    @Test
    void staticFieldsAreConstants() {
        CodeRules.staticFieldsAreConstants().check(classes);
    }

    @Test
    void noClassHandsOutItsOnlyInstance() {
        CodeRules.noClassHandsOutItsOnlyInstance().check(classes);
    }

    @Test
    void noClassHasOver500LinesAndNoMethodOver40() {
        assertThat(SourceSizes.tooLong(sources())).isEmpty();
    }

    /** The module's sources, found from the module whose tests run: modules lie side by side. */
    private Path sources() {
        Path here = Path.of("").toAbsolutePath();
        Path beside = here.resolveSibling(module).resolve("src/main/java");
        Path sources = Files.isDirectory(beside) ? beside : here.resolve(module).resolve("src/main/java");
        assertThat(sources).isDirectory();
        return sources;
    }
}
