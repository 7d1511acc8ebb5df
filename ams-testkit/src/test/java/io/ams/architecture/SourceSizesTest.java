package io.ams.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.testkit.architecture.SourceSizes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceSizesTest {
    @TempDir
    private Path sources = Path.of("");

    @Test
    void aFileOfOver500LinesIsFound() throws IOException {
        write("Fits", "    // one\n".repeat(498));
        write("Long", "    // one\n".repeat(499));

        assertThat(SourceSizes.tooLong(sources)).containsExactly("Long.java has 501 lines, more than 500");
    }

    @Test
    void aMethodOfOver40LinesIsFoundWhereverItIs() throws IOException {
        write("Fits", method("fits", 38));
        write("Outer", "    static class Inner {\n" + method("tooLong", 39) + "    }\n");
        write("Built", "    /**\n" + "     * doc\n".repeat(50) + "     */\n" + method("documented", 38));

        assertThat(SourceSizes.tooLong(sources)).containsExactly("Outer.java: tooLong has 41 lines, more than 40");
    }

    @Test
    void aConstructorCountsAsAMethod() throws IOException {
        write("Made", "    Made() {\n" + "        // one\n".repeat(39) + "    }\n");

        assertThat(SourceSizes.tooLong(sources)).containsExactly("Made.java: <init> has 41 lines, more than 40");
    }

    @Test
    void nothingIsFoundInNothing() {
        assertThat(SourceSizes.tooLong(sources)).isEmpty();
    }

    private static String method(String name, int inside) {
        return "    void " + name + "() {\n" + "        // one\n".repeat(inside) + "    }\n";
    }

    private void write(String name, String body) throws IOException {
        Files.writeString(sources.resolve(name + ".java"), "class " + name + " {\n" + body + "}\n");
    }
}
