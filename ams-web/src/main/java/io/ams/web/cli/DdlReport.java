package io.ams.web.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** A group of shards, or a decision, for people. */
record DdlReport(JsonNode group, long nowMillis) {
    private static final String PAGE = "1000";

    /** The group with all of its shards. */
    static JsonNode whole(ApiClient client, String group) {
        String path = DdlCommands.path(group) + "?pageSize=" + PAGE;
        ObjectNode whole = (ObjectNode) client.get(path);
        ArrayNode shards = (ArrayNode) whole.path("shards");
        String next = whole.path("nextPageToken").asText("");
        while (!next.isEmpty()) {
            JsonNode page = client.get(path + "&pageToken=" + ApiClient.encode(next));
            page.path("shards").forEach(shards::add);
            next = page.path("nextPageToken").asText("");
        }
        whole.remove("nextPageToken");
        return whole;
    }

    String render() {
        StringBuilder text = new StringBuilder();
        JsonNode head = group.path("group");
        text.append("group ")
                .append(head.path("name").asText())
                .append(": ")
                .append(head.path("shards").asText());
        text.append(" shards feed ").append(head.path("table").asText("a table that was dropped"));
        text.append(", schema ").append(group.path("schemaId").asText()).append(", ");
        text.append(head.path("mode").asText())
                .append(", version ")
                .append(head.path("version").asText());
        text.append("\n\n").append(columns()).append('\n').append(shards());
        if (!group.path("barriers").isEmpty()) {
            text.append('\n').append(barriers());
        }
        for (JsonNode conflict : group.path("conflicts")) {
            text.append('\n').append(conflict(conflict));
        }
        return text.toString();
    }

    private String columns() {
        TextTable table = new TextTable("FIELD", "COLUMN", "TYPE", "SHARDS", "NOTE");
        addColumns(table, group.path("columns"), "");
        return table.render();
    }

    private static void addColumns(TextTable table, JsonNode columns, String inside) {
        for (JsonNode column : columns) {
            String name = inside + column.path("name").asText();
            table.row(
                    column.path("id").asText(),
                    name,
                    column.path("type").asText() + (column.path("required").asBoolean() ? " not null" : ""),
                    column.path("shards").asText(),
                    note(column));
            addColumns(table, column.path("fields"), name + ".");
        }
    }

    private static String note(JsonNode column) {
        if (column.path("dropWanted").asBoolean()) {
            return "dropped by some, deleted with the last";
        }
        return column.has("wantedName")
                ? "to be called " + column.path("wantedName").asText()
                : "";
    }

    private String shards() {
        TextTable table = new TextTable("SHARD", "STATE", "SINCE", "DECIDED", "ANNOUNCED", "EPOCH", "WAITS FOR");
        for (JsonNode shard : group.path("shards")) {
            table.row(
                    shard.path("shard").asText(),
                    shard.path("state").asText(),
                    ago(shard.path("sinceMillis").asLong()),
                    shard.path("decided").asText(),
                    shard.path("announced").asText(),
                    shard.path("bindingEpoch").asText(),
                    shard.path("waitingFor").asText(""));
        }
        return table.render();
    }

    private String barriers() {
        TextTable table = new TextTable("BARRIER", "SINCE", "CAME", "FIRST", "MISSING", "CHANGES");
        for (JsonNode barrier : group.path("barriers")) {
            table.row(
                    barrier.path("number").asText(),
                    ago(barrier.path("sinceMillis").asLong()),
                    String.valueOf(barrier.path("announced").asInt()
                            + barrier.path("passed").asInt()),
                    barrier.path("firstShard").asText(),
                    list(barrier.path("missing")),
                    barrier.path("changes").asText());
        }
        return table.render();
    }

    private String conflict(JsonNode conflict) {
        return "conflict " + conflict.path("id").asText() + ", "
                + conflict.path("kind").asText() + " at '"
                + conflict.path("column").asText() + "', shard "
                + conflict.path("shard").asText() + ", announcement "
                + conflict.path("seq").asText() + ", since "
                + ago(conflict.path("sinceMillis").asLong()) + "\n"
                + sides(conflict)
                + "  end it: bin/ams ddl resolve " + group.at("/group/name").asText() + " "
                + conflict.path("shard").asText() + " "
                + list(conflict.path("verbs")).replace(", ", "|") + "\n";
    }

    private static String sides(JsonNode conflict) {
        return "  target: " + conflict.path("targetSide").asText() + "\n  shard:  "
                + conflict.path("shardSide").asText() + "\n  "
                + conflict.path("detail").asText() + "\n";
    }

    private static String list(JsonNode texts) {
        return StreamSupport.stream(texts.spliterator(), false)
                .map(JsonNode::asText)
                .collect(Collectors.joining(", "));
    }

    private String ago(long millis) {
        return span(Math.max(0, nowMillis - millis)) + " ago";
    }

    /** How long whatever waits longest in this group has been waiting: a barrier, or a conflict. */
    static String oldestWait(JsonNode summary, long nowMillis) {
        return Stream.of("oldestBarrierSinceMillis", "oldestConflictSinceMillis")
                .map(summary::path)
                .filter(JsonNode::isNumber)
                .map(JsonNode::asLong)
                .min(Comparator.naturalOrder())
                .map(since -> span(Math.max(0, nowMillis - since)))
                .orElse("-");
    }

    private static String span(long millis) {
        Duration span = Duration.ofMillis(millis);
        if (span.toDays() > 0) {
            return span.toDays() + "d " + span.toHoursPart() + "h";
        } else if (span.toHours() > 0) {
            return span.toHours() + "h " + span.toMinutesPart() + "m";
        } else if (span.toMinutes() > 0) {
            return span.toMinutes() + "m " + span.toSecondsPart() + "s";
        }
        return span.toSeconds() + "s";
    }

    /** One decision in a few lines. */
    static String decision(JsonNode decision) {
        StringBuilder text = new StringBuilder();
        text.append(decision.path("shard").asText())
                .append(" ")
                .append(decision.path("seq").asText());
        text.append(": ").append(decision.path("verdict").asText()).append(", schema ");
        text.append(decision.path("schemaId").asText()).append(", bindings ");
        text.append(decision.path("bindingEpoch").asText()).append('\n');
        for (JsonNode step : decision.path("steps")) {
            text.append("  ").append(step.path("action").asText()).append(' ');
            text.append(step.path("column").asText())
                    .append(": ")
                    .append(step.path("detail").asText())
                    .append('\n');
        }
        for (JsonNode warning : decision.path("warnings")) {
            text.append("  warning ").append(warning.path("code").asText()).append(' ');
            text.append(warning.path("column").asText()).append(": ");
            text.append(warning.path("detail").asText()).append('\n');
        }
        if (decision.has("conflict")) {
            JsonNode conflict = decision.path("conflict");
            text.append("  conflict ").append(conflict.path("kind").asText()).append(" at '");
            text.append(conflict.path("column").asText()).append("'\n").append(sides(conflict));
            text.append("  verbs: ").append(list(conflict.path("verbs"))).append('\n');
        }
        return text.toString();
    }
}
