package io.ams.web.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Nodes as owners of buckets. */
@Command(
        name = "node",
        description = "Lists nodes, takes their buckets away and gives them back.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class NodeCommands {
    private static final String SECONDS = "SECONDS";

    @Command(name = "list", description = "Lists the nodes.", mixinStandardHelpOptions = true)
    int list(@Mixin Connection connection) {
        JsonNode nodes = connection.connect().get("/nodes");
        if (connection.json()) {
            connection.print(nodes);
            return CliExit.OK.code();
        }
        TextTable table = new TextTable("NODE", "STATE", "ROLE", "BUCKETS", "TABLES", "HTTP", "RAFT", "VERSION");
        for (JsonNode node : nodes) {
            table.row(
                    node.path("id").asText(),
                    node.path("state").asText("-"),
                    node.path("role").asText("-"),
                    node.path("buckets").asText("-"),
                    node.path("tables").asText("-"),
                    node.path("httpAddress").asText("-"),
                    node.path("raftAddress").asText("-"),
                    node.path("version").asText("-"));
        }
        connection.out().print(table.render());
        connection.out().flush();
        return CliExit.OK.code();
    }

    @Command(
            name = "drain",
            description = "Moves all buckets of a node to others and waits until it owns none.",
            mixinStandardHelpOptions = true)
    int drain(
            @Mixin Connection connection,
            @Parameters(paramLabel = "ID", description = "The node.") String id,
            @Option(names = "--no-wait", description = "Do not wait until it is done.") boolean noWait,
            @Option(
                            names = "--timeout",
                            paramLabel = SECONDS,
                            defaultValue = "120",
                            description = "How long to wait (default: ${DEFAULT-VALUE}).")
                    int timeout) {
        ApiClient client = connection.connect();
        JsonNode node = client.post("/nodes/" + ApiClient.encode(id) + "/drain", null);
        if (!noWait) {
            node = drained(client, connection, id, node.path("buckets").asInt(-1), timeout);
        }
        return done(connection, node, id + " is " + node.path("state").asText() + " and owns " + buckets(node));
    }

    @Command(name = "undrain", description = "Lets a drained node own buckets again.", mixinStandardHelpOptions = true)
    int undrain(@Mixin Connection connection, @Parameters(paramLabel = "ID", description = "The node.") String id) {
        JsonNode node = connection.connect().post("/nodes/" + ApiClient.encode(id) + "/undrain", null);
        return done(connection, node, id + " is " + node.path("state").asText() + "; buckets will flow to it");
    }

    private static JsonNode drained(ApiClient client, Connection connection, String id, int first, int timeout) {
        AtomicInteger shown = new AtomicInteger(Integer.MIN_VALUE);
        return new Waiting(Duration.ofSeconds(timeout), "node " + id + " still owns buckets")
                .until(
                        () -> client.get("/nodes/" + ApiClient.encode(id)),
                        node -> {
                            int left = node.path("buckets").asInt(-1);
                            if (shown.getAndSet(left) != left && !connection.json()) {
                                connection
                                        .err()
                                        .println(id + ": " + left + " of " + Math.max(first, left) + " buckets left");
                                connection.err().flush();
                            }
                            return left == 0;
                        },
                        NodeCommands::buckets);
    }

    private static String buckets(JsonNode node) {
        JsonNode buckets = node.path("buckets");
        return buckets.isNumber() ? Counted.of(buckets.asLong(), "bucket", "buckets") : "an unknown number of buckets";
    }

    private static int done(Connection connection, JsonNode answer, String sentence) {
        if (connection.json()) {
            connection.print(answer);
        } else {
            connection.out().println(sentence);
            connection.out().flush();
        }
        return CliExit.OK.code();
    }
}
