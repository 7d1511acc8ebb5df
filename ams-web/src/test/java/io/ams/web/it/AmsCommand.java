package io.ams.web.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code bin/ams} as an operator runs it, with the classes of this build. */
final class AmsCommand {
    private static final long PATIENCE_SECONDS = 60;

    private AmsCommand() {}

    /** Runs the command against this node; what it printed, as JSON. Fails the test if its exit code is not 0. */
    static JsonNode run(URI node, String... arguments) throws IOException {
        List<String> line = new ArrayList<>(List.of(
                "bash", Path.of("..", "bin", "ams").toAbsolutePath().normalize().toString()));
        line.addAll(List.of(arguments));
        line.add("--json");
        Path printed = Files.createTempFile("ams-command", ".json");
        Path complaints = Files.createTempFile("ams-command", ".txt");
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(line).redirectOutput(printed.toFile()).redirectError(complaints.toFile());
            builder.environment().put("AMS_CLASSPATH", System.getProperty("java.class.path"));
            builder.environment().put("AMS_URL", node.toString());
            Process process = builder.start();
            assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue())
                    .as("%s: %s", line, Files.readString(complaints))
                    .isZero();
            return new ObjectMapper().readTree(Files.readString(printed));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            Files.delete(printed);
            Files.delete(complaints);
        }
    }
}
