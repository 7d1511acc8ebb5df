package io.ams.web.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Tables, who owns them and how they are. */
@Command(
        name = "table",
        description = "Lists and shows tables, and moves them to another node.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class TableCommands {
    private static final String CATALOG = "default";
    private static final String PAGE = "100";
    private static final String MILLIS = "Millis";
    /** Fields that end so are times, in milliseconds since the epoch. */
    private static final String TIME = "At" + MILLIS;

    @Command(name = "list", description = "Lists the tables of a catalog.", mixinStandardHelpOptions = true)
    int list(
            @Mixin Connection connection,
            @Option(
                            names = "--catalog",
                            paramLabel = "NAME",
                            defaultValue = CATALOG,
                            description = "The catalog (default: ${DEFAULT-VALUE}).")
                    String catalog) {
        ArrayNode tables = all(connection.connect(), catalog);
        if (connection.json()) {
            connection.print(tables);
            return CliExit.OK.code();
        }
        TextTable shown = new TextTable(
                "TABLE", "OWNER", "EPOCH", "HEALTH", "STATUS", "FILES", "DELETES", "RECORDS", "BYTES", "REASON");
        for (JsonNode table : tables) {
            shown.row(
                    fullName(table),
                    table.path("owner").asText("-"),
                    table.path("epoch").asText("-"),
                    table.path("health").asText("-"),
                    table.path("status").asText("-"),
                    table.path("dataFiles").asText("-"),
                    table.path("deleteFiles").asText("-"),
                    table.path("records").asText("-"),
                    table.path("bytes").asText("-"),
                    table.path("reason").asText(""));
        }
        connection.out().print(shown.render());
        connection.out().flush();
        return CliExit.OK.code();
    }

    @Command(name = "show", description = "Shows a table and its latest upkeep.", mixinStandardHelpOptions = true)
    int show(
            @Mixin Connection connection,
            @Parameters(paramLabel = "NAME", description = "namespace.table") String name,
            @Option(
                            names = "--catalog",
                            paramLabel = "NAME",
                            defaultValue = CATALOG,
                            description = "The catalog (default: ${DEFAULT-VALUE}).")
                    String catalog) {
        ApiClient client = connection.connect();
        JsonNode table = byName(client, catalog, name);
        JsonNode processes = client.get("/tables/" + table.path("uuid").asText() + "/processes?limit=5");
        if (connection.json()) {
            ObjectNode both = JsonNodeFactory.instance.objectNode();
            both.set("table", table);
            both.set("processes", processes);
            connection.print(both);
            return CliExit.OK.code();
        }
        TextTable fields = new TextTable("FIELD", "VALUE");
        table.properties().forEach(field -> fields.row(label(field.getKey()), shown(field)));
        connection.out().print(fields.render());
        connection.out().println();
        connection.out().print(processTable(processes).render());
        connection.out().flush();
        return CliExit.OK.code();
    }

    @Command(
            name = "move",
            description = "Moves the bucket of a table to another node; running upkeep goes on there.",
            mixinStandardHelpOptions = true)
    int move(
            @Mixin Connection connection,
            @Parameters(paramLabel = "NAME", description = "namespace.table") String name,
            @Option(names = "--to", required = true, paramLabel = "ID", description = "The new owner.") String to,
            @Option(
                            names = "--catalog",
                            paramLabel = "NAME",
                            defaultValue = CATALOG,
                            description = "The catalog (default: ${DEFAULT-VALUE}).")
                    String catalog) {
        ApiClient client = connection.connect();
        JsonNode before = byName(client, catalog, name);
        JsonNode after = client.post("/tables/" + before.path("uuid").asText() + "/move", Map.of("to", to));
        if (connection.json()) {
            connection.print(after);
        } else {
            connection.out().println(fullName(after) + ": " + owner(before) + " -> " + owner(after));
            connection.out().flush();
        }
        return CliExit.OK.code();
    }

    /** The table with this name: {@code namespace.table}, or {@code a.b.table} in a namespace of two levels. */
    static JsonNode byName(ApiClient client, String catalog, String name) {
        return client.get("/tables/by-name?catalog=" + ApiClient.encode(catalog) + "&name=" + ApiClient.encode(name));
    }

    static String fullName(JsonNode table) {
        String namespace = StreamSupport.stream(table.path("namespace").spliterator(), false)
                .map(JsonNode::asText)
                .collect(Collectors.joining("."));
        return namespace + "." + table.path("name").asText();
    }

    private static String owner(JsonNode table) {
        return table.path("owner").asText("nobody") + " (epoch "
                + table.path("epoch").asText("-") + ")";
    }

    private static ArrayNode all(ApiClient client, String catalog) {
        ArrayNode tables = JsonNodeFactory.instance.arrayNode();
        @Nullable String page = null;
        do {
            JsonNode answer = client.get("/tables?catalog=" + ApiClient.encode(catalog) + "&pageSize=" + PAGE
                    + (page == null ? "" : "&pageToken=" + ApiClient.encode(page)));
            answer.path("tables").forEach(tables::add);
            page = answer.path("nextPageToken").asText(null);
        } while (page != null && !page.isEmpty());
        return tables;
    }

    private static TextTable processTable(JsonNode processes) {
        TextTable table = new TextTable(
                "PROCESS", "KIND", "STATE", "TASKS", "DONE", "FILES IN", "FILES OUT", "PLANNED BY", "EPOCH", "REASON");
        for (JsonNode process : processes) {
            table.row(
                    process.path("id").asText(),
                    process.path("kind").asText("-"),
                    process.path("state").asText("-"),
                    process.path("tasks").asText("-"),
                    process.path("tasksDone").asText("-"),
                    process.path("inputFiles").asText("-"),
                    process.path("outputFiles").asText("-"),
                    process.path("plannedBy").asText("-"),
                    process.path("plannedEpoch").asText("-"),
                    process.path("failure").asText(process.path("reason").asText("")));
        }
        return table;
    }

    private static String label(String field) {
        return field.endsWith(TIME) ? field.substring(0, field.length() - MILLIS.length()) : field;
    }

    private static String shown(Map.Entry<String, JsonNode> field) {
        JsonNode value = field.getValue();
        if (field.getKey().endsWith(TIME) && value.isIntegralNumber()) {
            return Instant.ofEpochMilli(value.asLong()).toString();
        }
        return value.isValueNode() ? value.asText() : value.toString();
    }
}
