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
                .append(Counted.of(head.path("shards").asLong(), "shard feeds ", "shards feed "));
        text.append(head.path("table").asText("a table that was dropped"));
        text.append(", schema ").append(group.path("schemaId").asText()).append(", ");
        text.append(head.path("mode").asText())
                .append(", version ")
                .append(head.path("version").asText());
        text.append("\npolicies: ").append(policies(group.path("policies")));
        text.append("\n\n").append(columns()).append('\n').append(shards());
        if (!group.path("barriers").isEmpty()) {
            text.append('\n').append(barriers());
        }
        for (JsonNode conflict : group.path("conflicts")) {
            text.append('\n').append(conflict(conflict));
        }
        return text.toString();
    }

    /** What a group does where there is a choice, in one line. */
    static String policies(JsonNode policies) {
        return "drop " + policies.path("drop").asText() + ", rename "
                + policies.path("rename").asText() + ", readd "
                + policies.path("readd").asText() + ", date to timestamp "
                + (policies.path("dateToTimestamp").asBoolean() ? "yes" : "no");
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
        return "conflict " + conflict.path("id").asText() + ", " + what(conflict) + ", shard "
                + conflict.path("shard").asText() + ", announcement "
                + conflict.path("seq").asText() + ", since "
                + ago(conflict.path("sinceMillis").asLong()) + "\n"
                + sides(conflict)
                + ends(group.at("/group/name").asText(), conflict);
    }

    private static String what(JsonNode conflict) {
        String column = conflict.path("column").asText();
        return conflict.path("kind").asText() + (column.isEmpty() ? "" : " at '" + column + "'");
    }

    /** The commands that end it, each in a line of its own; nothing if there are none. */
    private static String ends(String group, JsonNode conflict) {
        String resolve = "    bin/ams ddl resolve " + group + " "
                + conflict.path("shard").asText() + " ";
        String commands = StreamSupport.stream(conflict.path("verbs").spliterator(), false)
                .map(verb ->
                        resolve + ending(verb.asText(), conflict.path("seq").asText()) + "\n")
                .collect(Collectors.joining());
        return commands.isEmpty() ? "" : "  end it by one of\n" + commands;
    }

    private static String ending(String verb, String seq) {
        return switch (verb) {
            case "replace" -> "replace --file change.sql --seq " + seq;
            // What these do does not depend on what waits.
            case "set-schema" -> "set-schema --file create.sql";
            case "detach" -> "detach";
            default -> verb + " --seq " + seq;
        };
    }

    private static String sides(JsonNode conflict) {
        return side("target: ", conflict.path("targetSide"))
                + side("shard:  ", conflict.path("shardSide"))
                + side("", conflict.path("detail"));
    }

    private static String side(String title, JsonNode text) {
        return text.asText().isEmpty() ? "" : "  " + title + text.asText() + "\n";
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

    /**
     * One decision in a few lines.
     *
     * @param again whether it is what was answered before
     */
    static String decision(String group, JsonNode decision, boolean again) {
        StringBuilder text = new StringBuilder();
        text.append(decision.path("shard").asText())
                .append(" ")
                .append(decision.path("seq").asText());
        text.append(": ").append(decision.path("verdict").asText()).append(", schema ");
        text.append(decision.path("schemaId").asText()).append(", bindings ");
        text.append(decision.path("bindingEpoch").asText())
                .append(again ? " (again: what was answered the first time)\n" : "\n");
        for (JsonNode step : decision.path("steps")) {
            text.append("  ").append(step.path("action").asText()).append(about(step));
        }
        for (JsonNode warning : decision.path("warnings")) {
            text.append("  warning ").append(warning.path("code").asText()).append(about(warning));
        }
        if (decision.has("conflict")) {
            JsonNode conflict = decision.path("conflict");
            text.append("  conflict ").append(what(conflict)).append('\n').append(sides(conflict));
            text.append(ends(group, conflict));
        }
        if (decision.path("verdict").asText().equals("REJECTED")) {
            text.append("  nothing was changed, and the number is free still\n");
        }
        return text.toString();
    }

    /** The rest of a line about a step or a warning, which may be about no column. */
    private static String about(JsonNode said) {
        String column = said.path("column").asText();
        return (column.isEmpty() ? "" : " " + column) + ": "
                + said.path("detail").asText() + "\n";
    }
}
