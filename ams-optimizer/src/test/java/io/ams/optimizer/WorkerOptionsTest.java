package io.ams.optimizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerOptionsTest {
    private static WorkerOptions parse(String... arguments) {
        return WorkerOptions.parse(List.of(arguments), Map.of());
    }

    @Test
    void withoutAnyItAsksTheFirstLocalNode() {
        WorkerOptions options = parse();
        assertThat(options.urls()).containsExactly("http://127.0.0.1:8181");
        assertThat(options.group()).isEqualTo("default");
        assertThat(options.threads()).isPositive();
        assertThat(options.token()).isEmpty();
    }

    @Test
    void theEnvironmentStandsInForWhatIsNotGiven() {
        Map<String, String> environment = Map.of("AMS_URL", "http://a:1,http://b:2", "AMS_TOKEN", "of the environment");
        assertThat(WorkerOptions.parse(List.of(), environment).urls()).containsExactly("http://a:1", "http://b:2");
        assertThat(WorkerOptions.parse(List.of(), environment).token()).contains("of the environment");
        assertThat(WorkerOptions.parse(List.of("--token", "given"), environment).token())
                .contains("given");
    }

    @Test
    void aTokenMayLieInAFile(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("admin.token"), "in a file\n");
        assertThat(parse("--token-file", file.toString()).token()).contains("in a file");
        assertThat(WorkerOptions.parse(List.of(), Map.of("AMS_TOKEN_FILE", file.toString()))
                        .token())
                .contains("in a file");
        assertThatThrownBy(() -> parse("--token-file", directory.resolve("none").toString()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("none");
    }

    @Test
    void whatItDoesNotUnderstandItRefuses() {
        assertThatThrownBy(() -> parse("--colour", "red")).hasMessageContaining("--colour");
        assertThatThrownBy(() -> parse("--group")).hasMessageContaining("needs a value");
        assertThatThrownBy(() -> parse("--threads", "0")).hasMessageContaining("above 0");
        assertThatThrownBy(() -> parse("--threads", "many")).hasMessageContaining("many");
    }
}
