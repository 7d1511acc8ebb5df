package io.ams.optimizer;

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
    static final String USAGE = "usage: --url http://h1:8181,http://h2:8181 [--group default] [--threads N] [--token T]"
            + " (the token may be in AMS_TOKEN, the URLs in AMS_URL)";
    private static final Set<String> KNOWN = Set.of("--url", "--group", "--threads", "--token");

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
                .filter(text -> !text.isBlank());
        int cores = Runtime.getRuntime().availableProcessors();
        int threads = threads(given.getOrDefault("--threads", String.valueOf(Math.max(1, cores / 2))));
        return new WorkerOptions(
                List.of(urls.split(",", -1)), given.getOrDefault("--group", "default"), threads, token);
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
