package io.ams.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.ddl.group.Verbs;
import io.ams.proto.DdlVerb;
import io.ams.proto.DdlVerdict;
import io.ams.web.ddl.IncomingChanges;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The page of shards names whatever somebody who uses them meets. */
class DdlDocTest {
    private static final String VERDICT = "VERDICT_";

    private static String page() throws IOException {
        return Files.readString(Path.of("..", "docs", "ddl.md"));
    }

    @Test
    void everyCommandIsNamed() throws IOException {
        CommandLine ddl = Objects.requireNonNull(
                AmsCli.commandLine(Map.of()).getSubcommands().get("ddl"));
        assertThat(ddl.getSubcommands().keySet())
                .contains("announce", "acknowledge")
                .allSatisfy(command -> assertThat(page()).contains("`" + command + "`"));
    }

    @Test
    void everyKindOfChangeHasARow() throws IOException {
        assertThat(IncomingChanges.ops()).allSatisfy(op -> assertThat(page()).contains("\n| `" + op + "` |"));
    }

    @Test
    void everyVerdictHasARow() throws IOException {
        List<String> verdicts = Arrays.stream(DdlVerdict.values())
                .map(Enum::name)
                .filter(name -> name.startsWith(VERDICT))
                .map(name -> name.substring(VERDICT.length()))
                .toList();
        assertThat(verdicts)
                .isNotEmpty()
                .allSatisfy(verdict -> assertThat(page()).contains("\n| `" + verdict + "` |"));
    }

    @Test
    void everyVerbIsExplained() throws IOException {
        List<String> verbs = Arrays.stream(DdlVerb.values())
                .map(Verbs::name)
                .filter(verb -> !verb.isEmpty())
                .toList();
        assertThat(verbs).isNotEmpty().allSatisfy(verb -> assertThat(page()).contains("`" + verb + "`"));
    }
}
