package io.ams.web.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where the admin token of a cluster comes from. It never comes from a place that other users of the machine can read. */
final class Tokens {
    static final String FILE = "admin.token";

    private final Map<String, String> environment;

    Tokens(Map<String, String> environment) {
        this.environment = environment;
    }

    /** What was given: {@code --token}, {@code --token-file}, {@code AMS_TOKEN}, {@code AMS_TOKEN_FILE}, in this order. */
    Optional<String> given(@Nullable String token, @Nullable Path file) {
        if (token != null) {
            return Optional.of(token);
        }
        if (file != null) {
            return Optional.of(required(file));
        }
        String fromEnvironment = environment.get("AMS_TOKEN");
        if (fromEnvironment != null && !fromEnvironment.isBlank()) {
            return Optional.of(fromEnvironment.strip());
        }
        String named = environment.get("AMS_TOKEN_FILE");
        return named == null || named.isBlank() ? Optional.empty() : Optional.of(required(Path.of(named)));
    }

    /** The token that a node wrote into its directory, if this user may read it. */
    static Optional<String> of(Path nodeDirectory) {
        return read(nodeDirectory.resolve(FILE));
    }

    private static String required(Path file) {
        String token = GivenFile.text(file);
        if (token.isEmpty()) {
            throw new CliException(
                    CliExit.USAGE, file + " is empty; it must hold the admin token, as <data>/admin.token of a node");
        }
        return token;
    }

    private static Optional<String> read(Path file) {
        try {
            return Optional.of(Files.readString(file).strip()).filter(token -> !token.isEmpty());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
