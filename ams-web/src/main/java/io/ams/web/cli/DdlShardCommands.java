package io.ams.web.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What a shard says and what is said about it, told from files. */
final class DdlShardCommands {
    private static final String FILE = "A statement of MySQL, or JSON as the API takes it; - reads standard input.";

    private DdlShardCommands() {}

    /** Whom a command is about. */
    static final class Target {
        @Mixin
        private @Nullable Connection connection;

        @Parameters(index = "0", paramLabel = "GROUP", description = "The group.")
        private String group = "";

        @Parameters(index = "1", paramLabel = "SHARD", description = "The shard.")
        private String shard = "";

        Connection connection() {
            return Objects.requireNonNull(connection);
        }

        String path() {
            return DdlCommands.path(group, shard);
        }

        String shard() {
            return shard;
        }

        int left(JsonNode decision) {
            return DdlCommands.left(connection(), decision, group, shard);
        }

        /** Shows what was answered to something that may have been said before. */
        int tell(JsonNode decision, boolean again) {
            if (connection().json()) {
                connection().print(decision);
            } else {
                connection().out().print(DdlReport.decision(group, decision, again));
                connection().out().flush();
            }
            // Whoever waits goes on by itself; who is blocked needs somebody.
            return decision.path("verdict").asText().matches("REJECTED|BLOCKED")
                    ? CliExit.FAILED.code()
                    : CliExit.OK.code();
        }
    }

    /** Joins, or begins to stream. */
    @Command(
            name = "join",
            description = "Has a shard join with the schema it has, or, without a schema, end loading.",
            mixinStandardHelpOptions = true)
    static final class Join implements Callable<Integer> {
        @Mixin
        private Target target = new Target();

        @Option(names = "--schema", paramLabel = "FILE", description = "CREATE TABLE or JSON. " + FILE)
        private @Nullable Path schema;

        @Option(names = "--loading", description = "Its rows are being copied still.")
        private boolean loading;

        @Option(names = "--skip-conflicts", description = "Bind columns in conflict with a cast, or leave them out.")
        private boolean skipConflicts;

        @Option(
                names = "--announced",
                paramLabel = "N",
                description = "The number before that of its first announcement (default: 0).")
        private @Nullable Long announced;

        @Override
        public Integer call() {
            ObjectNode body = schema == null
                    ? JsonNodeFactory.instance.objectNode()
                    : DdlFiles.read(schema, "createTable", "schema");
            // What is not said here may be said in the file.
            if (loading) {
                body.put("loading", true);
            }
            if (skipConflicts) {
                body.put("skipConflicts", true);
            }
            if (announced != null) {
                body.put("announced", announced);
            }
            JsonNode decision = target.connection().connect().put(target.path(), body);
            return target.tell(decision, decision.path("repeated").asBoolean());
        }
    }

    /** Announces. */
    @Command(name = "announce", description = "Announces what a shard changed.", mixinStandardHelpOptions = true)
    static final class Announce implements Callable<Integer> {
        private static final long LONGEST_POLL_SECONDS = 20;

        @Mixin
        private Target target = new Target();

        @Parameters(index = "2", paramLabel = "FILE", description = FILE)
        private Path file = Path.of("-");

        @Option(
                names = "--seq",
                paramLabel = "N",
                description =
                        "Its number; the same again asks for the same answer (default: one more than the shard's last,"
                                + " which announces the changes anew).")
        private @Nullable Long seq;

        @Option(
                names = "--wait",
                paramLabel = "SECONDS",
                description = "How long to wait until it is decided (default: ${DEFAULT-VALUE}).")
        private long wait;

        @Override
        public Integer call() {
            ApiClient client = target.connection().connect();
            ObjectNode body = DdlFiles.read(file, "sql", "changes");
            boolean next = seq == null && !body.has("seq");
            if (seq != null) {
                body.put("seq", seq);
            } else if (next) {
                body.put("seq", nextNumber(client));
            }
            JsonNode first = announced(client, body, next);
            JsonNode decision = decided(client, first);
            int code = target.tell(decision, first.path("repeated").asBoolean());
            return wait > 0 && isOpen(decision) ? CliExit.NOT_IN_TIME.code() : code;
        }

        /** Says it before it is used, so that whoever gets no answer knows what to ask for. */
        private long nextNumber(ApiClient client) {
            long number = client.get(target.path()).at("/shard/announced").asLong() + 1;
            PrintWriter err = target.connection().err();
            err.println("ams: this is number " + number + " of shard " + target.shard() + "; say --seq " + number
                    + " to ask again for its answer, without it the changes are announced anew");
            err.flush();
            return number;
        }

        private JsonNode announced(ApiClient client, ObjectNode body, boolean next) {
            try {
                return client.post(target.path() + "/announcements", body);
            } catch (CliException e) {
                if (!next || !e.code().equals("DDL_CHANGE_INVALID")) {
                    throw e;
                }
                long last = body.path("seq").asLong() - 1;
                String earlier = last > 0
                        ? " or announced it before (--seq " + last + " asks for the answer to the last one)"
                        : "";
                throw new CliException(
                        e.exit(),
                        e.code(),
                        e.detail() + "; number " + (last + 1)
                                + " was not used. If the shard's schema has this change already, it joined with it"
                                + earlier);
            }
        }

        private JsonNode decided(ApiClient client, JsonNode first) {
            JsonNode decision = first;
            long until = System.nanoTime() + Duration.ofSeconds(wait).toNanos();
            while (isOpen(decision) && System.nanoTime() < until) {
                long left = Duration.ofNanos(until - System.nanoTime()).toSeconds() + 1;
                long poll = Math.min(left, LONGEST_POLL_SECONDS);
                decision = client.within(Duration.ofSeconds(poll + LONGEST_POLL_SECONDS))
                        .get(target.path() + "/announcements/"
                                + decision.path("seq").asText() + "?waitMillis=" + poll * 1000);
            }
            return decision;
        }

        private static boolean isOpen(JsonNode decision) {
            return decision.path("verdict").asText().matches("WAITING|QUEUED|BLOCKED");
        }
    }

    /** Resolves. */
    @Command(name = "resolve", description = "Ends what a shard waits for.", mixinStandardHelpOptions = true)
    static final class Resolve implements Callable<Integer> {
        @Mixin
        private Target target = new Target();

        @Parameters(
                index = "2",
                paramLabel = "VERB",
                description = "skip, new-field, replace (with --file), set-schema (with --file) or detach.")
        private String verb = "";

        @Option(names = "--file", paramLabel = "FILE", description = "The other changes, or the schema. " + FILE)
        private @Nullable Path file;

        @Option(
                names = "--seq",
                paramLabel = "N",
                description = "The announcement meant (default: the first that waits).")
        private @Nullable Long seq;

        @Override
        public Integer call() {
            boolean schema = verb.equals("set-schema");
            if (file == null && (schema || verb.equals("replace"))) {
                throw new CliException(
                        CliExit.USAGE,
                        verb + " needs --file: "
                                + (schema
                                        ? "the schema that the shard has, as CREATE TABLE or JSON"
                                        : "what the shard changed instead, as ALTER TABLE or JSON"));
            }
            ObjectNode body = file == null
                    ? JsonNodeFactory.instance.objectNode()
                    : DdlFiles.read(file, schema ? "createTable" : "sql", schema ? "schema" : "changes");
            body.put("verb", verb);
            if (seq != null) {
                body.put("seq", seq);
            }
            JsonNode decision = target.connection().connect().post(target.path() + "/resolve", body);
            return verb.equals("detach") ? target.left(decision) : target.tell(decision, false);
        }
    }
}
