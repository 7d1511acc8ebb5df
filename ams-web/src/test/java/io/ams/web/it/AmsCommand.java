package io.ams.web.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;

/** {@code bin/ams} as an operator runs it. */
final class AmsCommand {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private AmsCommand() {}

    /** Runs the command against this node; what it printed, as JSON. Fails the test if its exit code is not 0. */
    static JsonNode run(URI node, String... arguments) throws IOException {
        String[] asJson = Arrays.copyOf(arguments, arguments.length + 1);
        asJson[arguments.length] = "--json";
        BinScript.Finished finished = BinScript.named("ams")
                .with("AMS_URL", node.toString())
                .run(PATIENCE, asJson)
                .succeeded();
        return new ObjectMapper().readTree(finished.out());
    }
}
