package io.ams.optimizer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The command line of {@link WorkerMain}.
 *
 * @param urls base URLs of nodes
 * @param token bearer token, if one is needed
 */
record WorkerOptions(List<String> urls, String group, int threads, Optional<String> token) {
    static final String USAGE = """
            usage: bin/ams-optimizer.sh [options]   a worker: takes upkeep tasks from any node, hands the results in

              --url URL,URL       nodes to ask, in this order of preference (default: AMS_URL, else http://127.0.0.1:8181)
              --group NAME        the group whose tasks it takes (default: default)
              --threads N         tasks at a time (default: half of the processors)
              --token TOKEN       admin token of any node, where one is needed (default: AMS_TOKEN)
              --token-file FILE   a file that holds it (default: AMS_TOKEN_FILE)
              --help              show this""";
    private static final Set<String> KNOWN = Set.of("--url", "--group", "--threads", "--token", "--token-file");

    WorkerOptions {
        urls = List.copyOf(urls);
    }

    /**
     * Reads the arguments.
     *
     * @throws IllegalArgumentException saying what is wrong with them
     */
    static WorkerOptions parse(List<String> arguments, Map<String, String> environment) {
        Map<String, String> given = new HashMap<>();
        for (int i = 0; i < arguments.size(); i += 2) {
            String option = arguments.get(i);
            if (!KNOWN.contains(option)) {
                throw new IllegalArgumentException("there is no option " + option);
            }
            if (i + 1 == arguments.size()) {
                throw new IllegalArgumentException("option " + option + " needs a value");
            }
            given.put(option, arguments.get(i + 1));
        }
        String urls = given.getOrDefault("--url", environment.getOrDefault("AMS_URL", "http://127.0.0.1:8181"));
        Optional<String> token = Optional.ofNullable(given.getOrDefault("--token", environment.get("AMS_TOKEN")))
                .filter(text -> !text.isBlank())
                .or(() -> Optional.ofNullable(given.getOrDefault("--token-file", environment.get("AMS_TOKEN_FILE")))
                        .map(WorkerOptions::read));
        int cores = Runtime.getRuntime().availableProcessors();
        int threads = threads(given.getOrDefault("--threads", String.valueOf(Math.max(1, cores / 2))));
        return new WorkerOptions(
                List.of(urls.split(",", -1)), given.getOrDefault("--group", "default"), threads, token);
    }

    private static String read(String file) {
        try {
            return Files.readString(Path.of(file)).strip();
        } catch (IOException e) {
            throw new IllegalArgumentException("no token can be read from " + file + ": " + e.getMessage(), e);
        }
    }

    private static int threads(String text) {
        try {
            int threads = Integer.parseInt(text);
            if (threads > 0) {
                return threads;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--threads must be a whole number above 0, not '" + text + "'", e);
        }
        throw new IllegalArgumentException("--threads must be above 0, not " + text);
    }
}
