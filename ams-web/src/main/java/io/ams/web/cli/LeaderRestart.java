package io.ams.web.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Kills the node that leads, if it runs on this machine, and starts it again as it was started; else has the leader hand over. For
 * demonstrations.
 */
final class LeaderRestart {
    private static final String PID_FILE = "ams.pid";

    private final ApiClient api;
    private final LocalNodes nodes;

    LeaderRestart(ApiClient api, LocalNodes nodes) {
        this.api = api;
        this.nodes = nodes;
    }

    /** Does it; returns what was done, in words. */
    String restart() throws InterruptedException {
        String leader = leader();
        Optional<LocalNodes.LocalNode> local = nodes.all().stream()
                .filter(node -> node.directory().getFileName().toString().equals(leader))
                .findFirst();
        Optional<ProcessHandle> process = local.flatMap(node -> process(node.directory()));
        if (process.isEmpty() || process.get().info().command().isEmpty()) {
            api.post("/peers/transfer", Map.of());
            return "leader " + leader + " does not run here: it handed over";
        }
        Path directory = local.orElseThrow().directory();
        List<String> command = commandOf(process.get());
        process.get().destroyForcibly();
        process.get()
                .onExit()
                .orTimeout(10, java.util.concurrent.TimeUnit.SECONDS)
                .join();
        long pid = start(command, directory);
        return "leader " + leader + " was killed (kill -9) and started again, pid " + pid;
    }

    private String leader() throws InterruptedException {
        JsonNode status = new Waiting(Duration.ofSeconds(30), "no leader")
                .until(() -> api.get("/cluster"), seen -> seen.hasNonNull("leaderId"), JsonNode::toString);
        return status.path("leaderId").asText();
    }

    private static Optional<ProcessHandle> process(Path directory) {
        try {
            String pid = Files.readString(directory.resolve(PID_FILE)).strip();
            return ProcessHandle.of(Long.parseLong(pid)).filter(ProcessHandle::isAlive);
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static List<String> commandOf(ProcessHandle process) {
        List<String> command = new ArrayList<>();
        command.add(process.info().command().orElseThrow());
        process.info().arguments().ifPresent(arguments -> command.addAll(Arrays.asList(arguments)));
        return command;
    }

    private static long start(List<String> command, Path directory) {
        try {
            Process started = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            directory.resolve("logs").resolve("ams.log").toFile()))
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .start();
            Files.writeString(directory.resolve(PID_FILE), started.pid() + "\n");
            return started.pid();
        } catch (IOException e) {
            throw new UncheckedIOException("the node of " + directory + " was not started again", e);
        }
    }
}
