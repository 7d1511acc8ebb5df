package io.ams.web.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.ams.web.address.HostPort;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The members of the Raft group. */
@Command(
        name = "peer",
        description = "Lists, adds and removes members, and hands leadership over.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class PeerCommands {
    /** A new member copies the state first, and a leaving one lets its buckets go. */
    private static final Duration CHANGE = Duration.ofMinutes(5);

    @Command(name = "list", description = "Lists the members as the leader sees them.", mixinStandardHelpOptions = true)
    int list(@Mixin Connection connection) {
        JsonNode peers = connection.connect().get("/peers");
        if (connection.json()) {
            connection.print(peers);
            return CliExit.OK.code();
        }
        TextTable table = new TextTable("PEER", "LEADER", "RAFT", "MATCH", "LAG", "CONTACT MS");
        for (JsonNode peer : peers) {
            table.row(
                    peer.path("id").asText(),
                    peer.path("leader").asBoolean() ? "yes" : "",
                    peer.path("raftAddress").asText("-"),
                    peer.path("matchIndex").asText("-"),
                    peer.path("lag").asText("-"),
                    peer.path("lastContactMillis").asText("-"));
        }
        connection.out().print(table.render());
        connection.out().flush();
        return CliExit.OK.code();
    }

    @Command(
            name = "add",
            description = "Adds a node that runs and waits to join. A node started with --join does this by itself.",
            mixinStandardHelpOptions = true)
    int add(
            @Mixin Connection connection,
            @Parameters(paramLabel = "ID", description = "The new member.") String id,
            @Option(names = "--raft", required = true, paramLabel = "HOST:PORT", description = "Its Raft address.")
                    String raft,
            @Option(names = "--http", required = true, paramLabel = "HOST:PORT", description = "Its HTTP address.")
                    String http,
            @Option(
                            names = "--incarnation",
                            paramLabel = "TEXT",
                            description =
                                    "What tells this start of the id from an earlier one (default: the node says).")
                    @Nullable
                    String incarnation) {
        Map<String, String> member = new LinkedHashMap<>();
        member.put("id", id);
        member.put("raftAddress", address("--raft", raft).toString());
        HostPort httpAddress = address("--http", http);
        member.put("httpAddress", httpAddress.toString());
        String told = incarnation == null ? incarnationOf(connection.client(httpAddress.httpUri())) : incarnation;
        if (!told.isEmpty()) {
            member.put("incarnation", told);
        }
        JsonNode node = connection.connect().within(CHANGE).post("/peers", member);
        return done(connection, node, id + " is a member: " + node.path("state").asText("-"));
    }

    @Command(
            name = "remove",
            description = "Takes a member out of the group, its buckets first.",
            mixinStandardHelpOptions = true)
    int remove(@Mixin Connection connection, @Parameters(paramLabel = "ID", description = "The member.") String id) {
        JsonNode nothing = connection.connect().within(CHANGE).delete("/peers/" + ApiClient.encode(id));
        return done(connection, nothing, id + " is not a member any more; its data directory can be deleted");
    }

    @Command(name = "transfer", description = "Hands leadership over.", mixinStandardHelpOptions = true)
    int transfer(
            @Mixin Connection connection,
            @Parameters(arity = "0..1", paramLabel = "ID", description = "The new leader (default: who is furthest).")
                    @Nullable
                    String id) {
        JsonNode answer = connection.connect().post("/peers/transfer", id == null ? Map.of() : Map.of("id", id));
        return done(connection, answer, "leader: " + answer.path("leaderId").asText("-"));
    }

    private static HostPort address(String option, String text) {
        try {
            return HostPort.parse(text);
        } catch (IllegalArgumentException e) {
            throw new CliException(CliExit.USAGE, option + ": " + e.getMessage());
        }
    }

    private static String incarnationOf(ApiClient node) {
        return node.get("/nodes/self", ApiClient.LOCAL).path("incarnation").asText("");
    }

    private static int done(Connection connection, JsonNode answer, String sentence) {
        if (connection.json()) {
            if (!answer.isMissingNode()) {
                connection.print(answer);
            }
        } else {
            connection.out().println(sentence);
            connection.out().flush();
        }
        return CliExit.OK.code();
    }
}
