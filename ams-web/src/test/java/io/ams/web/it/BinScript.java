package io.ams.web.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.testkit.process.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** A command of the folder {@code bin}, as an operator runs it, with the distribution of this build. */
final class BinScript {
    /** What a command left: its exit code, and what it printed. */
    record Finished(int code, String out, String err) {
        Finished succeeded() {
            assertThat(code).as("out: %s%nerr: %s", out, err).isZero();
            return this;
        }
    }

    private final String name;
    private final Map<String, String> environment = new TreeMap<>();

    private BinScript(String name) {
        this.name = name;
        environment.put("AMS_CLASSPATH", System.getProperty(ServerProcess.CLASS_PATH));
        // As for other processes of these tests: fewer compilers and one collector thread on two cores.
        environment.put("AMS_JAVA_OPTS", "-XX:TieredStopAtLevel=1 " + String.join(" ", ServerProcess.archiveOptions()));
    }

    static BinScript named(String name) {
        return new BinScript(name);
    }

    BinScript with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /** Runs it to its end. */
    Finished run(Duration patience, String... arguments) throws IOException {
        Path out = Files.createTempFile(name, ".out");
        Path err = Files.createTempFile(name, ".err");
        try {
            Process process = start(out, err, arguments);
            if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                throw new AssertionError(name + " " + List.of(arguments) + " has not ended after " + patience + ": "
                        + Files.readString(out) + Files.readString(err));
            }
            return new Finished(process.exitValue(), Files.readString(out), Files.readString(err));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    /** Begins it; the process is the caller's to end. */
    Process start(Path out, Path err, String... arguments) throws IOException {
        List<String> line = new ArrayList<>(List.of(
                "bash", Path.of("..", "bin", name).toAbsolutePath().normalize().toString()));
        line.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(line).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().putAll(environment);
        return builder.start();
    }
}
