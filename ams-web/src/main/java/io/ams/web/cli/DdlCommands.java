package io.ams.web.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Groups of shards that feed one table. */
@Command(
        name = "ddl",
        description = "Coordinates the schema changes of shards that feed one table.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {DdlShardCommands.Join.class, DdlShardCommands.Announce.class, DdlShardCommands.Resolve.class})
final class DdlCommands {
    private static final String GROUP = "The group.";
    private static final String SHARD = "The shard.";

    @Command(name = "list", description = "Lists the groups.", mixinStandardHelpOptions = true)
    int list(@Mixin Connection connection) {
        JsonNode groups = connection.connect().get("/ddl/groups");
        if (connection.json()) {
            connection.print(groups);
            return CliExit.OK.code();
        }
        long now = System.currentTimeMillis();
        TextTable table = new TextTable(
                "GROUP", "TABLE", "MODE", "SHARDS", "WAITING", "BLOCKED", "PENDING", "CONFLICTS", "OLDEST WAIT");
        for (JsonNode group : groups) {
            table.row(
                    group.path("name").asText(),
                    group.path("table").asText("(dropped)"),
                    group.path("mode").asText(),
                    group.path("shards").asText(),
                    group.path("waiting").asText(),
                    group.path("blocked").asText(),
                    group.path("pending").asText(),
                    group.path("conflicts").asText(),
                    DdlReport.oldestWait(group, now));
        }
        connection.out().print(table.render());
        connection.out().flush();
        return CliExit.OK.code();
    }

    @Command(
            name = "show",
            description = "Shows a group: its columns, who waits for whom since when, and what is in conflict.",
            mixinStandardHelpOptions = true)
    int show(@Mixin Connection connection, @Parameters(paramLabel = "GROUP", description = GROUP) String group) {
        JsonNode shown = DdlReport.whole(connection.connect(), group);
        if (connection.json()) {
            connection.print(shown);
        } else {
            connection.out().print(new DdlReport(shown, System.currentTimeMillis()).render());
            connection.out().flush();
        }
        return CliExit.OK.code();
    }

    @Command(name = "create", description = "Makes a group over a table.", mixinStandardHelpOptions = true)
    int create(
            @Mixin Connection connection,
            @Parameters(paramLabel = "GROUP", description = GROUP) String group,
            @Option(names = "--table", required = true, paramLabel = "NAME", description = "namespace.table")
                    String table,
            @Option(names = "--catalog", paramLabel = "NAME", description = "The table's catalog (default: default).")
                    @Nullable
                    String catalog,
            @Option(
                            names = "--mode",
                            paramLabel = "MODE",
                            description =
                                    "pessimistic, optimistic or strict-optimistic (default: setting ddl.default-mode).")
                    @Nullable
                    String mode,
            @Mixin PolicyOptions policies) {
        ObjectNode body =
                JsonNodeFactory.instance.objectNode().put("name", group).put("table", table);
        put(body, "catalog", catalog);
        put(body, "mode", mode);
        body.set("policies", policies.json());
        JsonNode made = connection.connect().post("/ddl/groups", body);
        return said(
                connection,
                made,
                group + " feeds " + made.at("/group/table").asText() + ", mode "
                        + made.at("/group/mode").asText());
    }

    /** What a group does where there is a choice. */
    static final class PolicyOptions {
        @Option(
                names = "--drop",
                paramLabel = "POLICY",
                description = "A column that no shard has any more: delete (default) or retain.")
        private @Nullable String drop;

        @Option(
                names = "--rename",
                paramLabel = "POLICY",
                description = "The table's name follows the shards': first (default), all or never.")
        private @Nullable String rename;

        @Option(
                names = "--readd",
                paramLabel = "POLICY",
                description =
                        "A column dropped and added again while others have it: conflict (default) or generation.")
        private @Nullable String readd;

        @Option(
                names = "--date-to-timestamp",
                negatable = true,
                description = "Whether a date column may become a timestamp (default: no).")
        private @Nullable Boolean dateToTimestamp;

        ObjectNode json() {
            ObjectNode policies = JsonNodeFactory.instance.objectNode();
            put(policies, "drop", drop);
            put(policies, "rename", rename);
            put(policies, "readd", readd);
            if (dateToTimestamp != null) {
                policies.put("dateToTimestamp", dateToTimestamp);
            }
            return policies;
        }
    }

    private static void put(ObjectNode node, String field, @Nullable String value) {
        if (value != null) {
            node.put(field, value);
        }
    }

    @Command(
            name = "drop",
            description = "Drops a group and all that waits in it; the table stays.",
            mixinStandardHelpOptions = true)
    int drop(@Mixin Connection connection, @Parameters(paramLabel = "GROUP", description = GROUP) String group) {
        connection.connect().delete(path(group));
        return said(connection, JsonNodeFactory.instance.objectNode(), group + " is gone");
    }

    @Command(
            name = "set-mode",
            description = "Gives a group another mode while nothing waits in it, or new groups of the cluster.",
            mixinStandardHelpOptions = true)
    int setMode(
            @Mixin Connection connection,
            @Parameters(
                            arity = "1..2",
                            paramLabel = "[GROUP] MODE",
                            hideParamSyntax = true,
                            description =
                                    "The group, and pessimistic, optimistic or strict-optimistic; a mode alone is the default"
                                            + " of groups to come, in the whole cluster.")
                    List<String> words) {
        ApiClient client = connection.connect();
        String mode = words.get(words.size() - 1);
        if (words.size() == 1) {
            JsonNode stored = client.put("/settings/ddl.default-mode", Map.of("value", mode));
            return said(
                    connection,
                    stored,
                    "the default mode of new groups is " + mode
                            + " now, in the whole cluster (setting ddl.default-mode);"
                            + " groups that there are keep theirs");
        }
        String group = words.get(0);
        JsonNode changed = client.patch(path(group), Map.of("mode", mode));
        return said(
                connection, changed, group + " is " + changed.at("/group/mode").asText());
    }

    @Command(
            name = "set-policy",
            description = "Gives a group other policies while nothing waits in it; those that are not named stay.",
            mixinStandardHelpOptions = true)
    int setPolicy(
            @Mixin Connection connection,
            @Parameters(paramLabel = "GROUP", description = GROUP) String group,
            @Mixin PolicyOptions policies) {
        if (policies.json().isEmpty()) {
            throw new CliException(
                    CliExit.USAGE, "name a policy: --drop, --rename, --readd or --[no-]date-to-timestamp");
        }
        JsonNode changed = connection.connect().patch(path(group), Map.of("policies", policies.json()));
        return said(connection, changed, group + ": " + DdlReport.policies(changed.path("policies")));
    }

    @Command(
            name = "leave",
            description = "Takes a shard out of its group; nobody waits for it any more.",
            mixinStandardHelpOptions = true)
    int leave(
            @Mixin Connection connection,
            @Parameters(paramLabel = "GROUP", description = GROUP) String group,
            @Parameters(paramLabel = "SHARD", description = SHARD) String shard) {
        JsonNode left = connection.connect().delete(path(group, shard));
        return left(connection, left, group, shard);
    }

    static int left(Connection connection, JsonNode answer, String group, String shard) {
        return said(connection, answer, shard + " left " + group);
    }

    @Command(
            name = "acknowledge",
            description = "Says that decisions on a shard, up to a number, need not be kept any more.",
            mixinStandardHelpOptions = true)
    int acknowledge(
            @Mixin Connection connection,
            @Parameters(paramLabel = "GROUP", description = GROUP) String group,
            @Parameters(paramLabel = "SHARD", description = SHARD) String shard,
            @Parameters(paramLabel = "SEQ", description = "The number of the last one.") long seq) {
        connection.connect().post(path(group, shard) + "/acknowledgements", Map.of("seq", seq));
        return said(
                connection,
                JsonNodeFactory.instance.objectNode(),
                "decisions on " + shard + " up to number " + seq + " are not kept any more");
    }

    @Command(name = "rebind", description = "Has a shard go on under another name.", mixinStandardHelpOptions = true)
    int rebind(
            @Mixin Connection connection,
            @Parameters(paramLabel = "GROUP", description = GROUP) String group,
            @Parameters(paramLabel = "SHARD", description = SHARD) String shard,
            @Parameters(paramLabel = "NAME", description = "Its new name.") String name) {
        JsonNode moved = connection.connect().post(path(group, shard) + "/rebind", Map.of("to", name));
        return said(connection, moved, shard + " is " + name + " now");
    }

    @Command(
            name = "retry",
            description = "Looks at everything that waits in a group once more.",
            mixinStandardHelpOptions = true)
    int retry(@Mixin Connection connection, @Parameters(paramLabel = "GROUP", description = GROUP) String group) {
        JsonNode shown = connection.connect().post(path(group) + "/retry", null);
        long pending = shown.at("/group/pending").asLong();
        return said(
                connection, shown, Counted.of(pending, "announcement waits", "announcements wait") + " in " + group);
    }

    static String path(String group) {
        return "/ddl/groups/" + ApiClient.encode(group);
    }

    static String path(String group, String shard) {
        return path(group) + "/shards/" + ApiClient.encode(shard);
    }

    private static int said(Connection connection, JsonNode answer, String line) {
        if (connection.json()) {
            connection.print(answer);
        } else {
            connection.out().println(line);
            connection.out().flush();
        }
        return CliExit.OK.code();
    }
}
