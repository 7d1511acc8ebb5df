package io.ams.web.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What every command takes: whom to ask, with what token, and how to print. */
public final class Connection {
    private static final String DEFAULT_URL = "http://127.0.0.1:8181";

    private final Map<String, String> environment;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Option(
            names = "--url",
            paramLabel = "URL[,URL]",
            description = "A node (default: AMS_URL, then " + DEFAULT_URL + ", then the nodes under ./data).")
    private @Nullable String url;

    @Option(names = "--token", paramLabel = "TOKEN", description = "The admin token (or: AMS_TOKEN).")
    private @Nullable String token;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "Holds the admin token (or: AMS_TOKEN_FILE; default: that of a node under ./data).")
    private @Nullable Path tokenFile;

    @Option(names = "--json", description = "Print JSON as the API gives it.")
    private boolean json;

    @Option(
            names = "--request-timeout",
            paramLabel = "SECONDS",
            description = "How long to wait for one answer (default: ${DEFAULT-VALUE}).")
    private int requestTimeout = 10;

    Connection(Map<String, String> environment) {
        this.environment = environment;
    }

    public boolean json() {
        return json;
    }

    /** Whether somebody watches: {@code bin/ams} says so, since Java cannot tell on every release. */
    boolean terminal() {
        return environment.containsKey("AMS_TERMINAL");
    }

    /** Where the command prints. */
    public PrintWriter out() {
        return command().commandLine().getOut();
    }

    PrintWriter err() {
        return command().commandLine().getErr();
    }

    private CommandSpec command() {
        if (spec == null) {
            throw new IllegalStateException("not part of a command");
        }
        return spec;
    }

    /** The first node that answers. Throws with {@link CliExit#UNREACHABLE} if none does. */
    public ApiClient connect() {
        List<URI> candidates = candidates();
        for (URI candidate : candidates) {
            ApiClient client = client(candidate);
            if (client.within(Duration.ofSeconds(3)).probe("/livez")) {
                return client;
            }
            if (candidates.size() > 1) {
                err().println("ams: no answer from " + candidate);
            }
        }
        throw new CliException(
                CliExit.UNREACHABLE,
                "no node answers at " + candidates.stream().map(URI::toString).collect(Collectors.joining(", "))
                        + "; say --url, or start one with bin/ams-start.sh");
    }

    /** A client of exactly this node, whether it answers or not. */
    public ApiClient client(URI node) {
        if (requestTimeout < 1) {
            throw new CliException(CliExit.USAGE, "--request-timeout is at least 1, not " + requestTimeout);
        }
        Optional<String> secret = new Tokens(environment).given(token, tokenFile);
        if (secret.isEmpty()) {
            secret = localNodes().token(node);
        }
        return new ApiClient(http, node, secret, Duration.ofSeconds(requestTimeout));
    }

    /** Prints an answer as JSON, indented. */
    public void print(JsonNode answer) {
        try {
            out().println(new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(answer));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        out().flush();
    }

    private List<URI> candidates() {
        String named = url == null ? environment.get("AMS_URL") : url;
        if (named != null && !named.isBlank()) {
            return Arrays.stream(named.split(",")).map(Connection::parse).toList();
        }
        Set<URI> found = new LinkedHashSet<>(List.of(URI.create(DEFAULT_URL)));
        localNodes().all().forEach(node -> found.add(node.url()));
        return List.copyOf(found);
    }

    /** The nodes of this machine. */
    LocalNodes localNodes() {
        return new LocalNodes(Path.of(environment.getOrDefault("AMS_DATA", "data")));
    }

    private static URI parse(String text) {
        try {
            URI uri = URI.create(text.strip().replaceFirst("/+$", ""));
            if (uri.getHost() != null
                    && uri.getScheme() != null
                    && uri.getScheme().startsWith("http")) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // Said below, with all else that is no URL.
        }
        throw new CliException(CliExit.USAGE, "'" + text + "' is not a URL such as http://127.0.0.1:8181");
    }
}
