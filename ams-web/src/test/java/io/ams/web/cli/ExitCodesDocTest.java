package io.ams.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.raft.node.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ExitCodesDocTest {
    private static final Path PAGE = Path.of("..", "docs", "exit-codes.md");

    @Test
    void thePageIsWhatTheEnumsSay() throws IOException {
        String expected = page();
        if (Boolean.getBoolean("docs.update")) {
            Files.writeString(PAGE, expected);
        }
        assertThat(Files.readString(PAGE))
                .as("docs/exit-codes.md is made from ExitCode and CliExit: run this test with -Ddocs.update=true")
                .isEqualTo(expected);
    }

    @Test
    void noNumberIsGivenTwiceAndNoneBelongsToAShell() {
        assertThat(ExitCode.values())
                .extracting(ExitCode::code)
                .doesNotHaveDuplicates()
                .allMatch(code -> code < 126);
        assertThat(CliExit.values())
                .extracting(CliExit::code)
                .doesNotHaveDuplicates()
                .allMatch(code -> code < 126);
    }

    @Test
    void theScriptsUseTheNumbersOfTheEnum() throws IOException {
        String library = Files.readString(Path.of("..", "bin", "lib.sh"));
        assertThat(library.lines().filter(line -> line.matches("EXIT_[A-Z_]+=[0-9]+")))
                .isNotEmpty()
                .allSatisfy(line -> {
                    int equals = line.indexOf('=');
                    String name = line.substring("EXIT_".length(), equals);
                    assertThat(ExitCode.valueOf(name).code())
                            .as(line)
                            .isEqualTo(Integer.parseInt(line.substring(equals + 1)));
                });
    }

    private static String page() {
        StringBuilder text = new StringBuilder("""
                # Exit codes

                Made from `ExitCode` and `CliExit`; a test fails when this page is stale, and writes it when run with `-Ddocs.update=true`.

                ## A node, and `bin/ams-start.sh`

                Whatever stops a node is also one line that begins with `ams:` on its error stream (`<data>/logs/ams.log`) and names the code.
                From 10 on the node refused to start and served nothing. In a directory that was empty it leaves no more than a log and a
                token; only a node that had asked to join (JOIN_FAILED) stays who it was when it asked. From 30 on it ran, and stopped because going on could have broken a promise.

                | code | name | when | what to do |
                |---|---|---|---|
                """);
        Arrays.stream(ExitCode.values())
                .forEach(code -> text.append(
                        "| %d | %s | %s | %s |%n".formatted(code.code(), code, code.meaning(), code.remedy())));
        text.append("""

                A node that ends after a signal by way of a graceful stop returns 0. Killed by signal N it returns 128 + N, as every process.

                ## `bin/ams`

                | code | name | when |
                |---|---|---|
                """);
        Arrays.stream(CliExit.values())
                .forEach(exit -> text.append("| %d | %s | %s |%n".formatted(exit.code(), exit, exit.meaning())));
        return text.append("""

                        `bin/ams-stop.sh` returns 0 when nothing runs any more, 1 when a node has not ended in time, 2 for bad options.
                        `bin/ams-optimizer.sh` returns 2 for bad options, and 143 after SIGTERM, when its tasks have ended.
                        `bin/ams-test.sh` returns what Maven returns.
                        """).toString();
    }
}
