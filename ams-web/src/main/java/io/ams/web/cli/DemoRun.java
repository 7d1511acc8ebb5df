package io.ams.web.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ams.web.cli.demo.DemoTable;
import io.ams.web.cli.demo.DemoTable.Contents;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.StreamSupport;
import org.apache.iceberg.exceptions.RESTException;
import org.apache.iceberg.rest.RESTCatalog;

/** One run of the demo: write, wait, compare. */
record DemoRun(Connection connection, ApiClient api, String table, int files, int rowsPerFile, Duration patience) {
    /** A finished compaction, as the API tells of it. */
    private record Outcome(JsonNode table, JsonNode process) {}

    CliExit run() {
        try (RESTCatalog catalog = DemoTable.catalog(api.base(), api.token())) {
            DemoTable orders = DemoTable.create(catalog, table, rowsPerFile);
            say("table " + name() + " at " + api.base() + "/iceberg");
            Contents written = write(orders);
            Outcome outcome = watch();
            Contents found = orders.scan();
            int left = orders.files();
            report(outcome, written, found, left);
            return verdict(written, found, left);
        } catch (RESTException e) {
            throw new CliException(CliExit.FAILED, "the catalog refused: " + e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Contents write(DemoTable orders) {
        PrintWriter out = connection.json() ? connection.err() : connection.out();
        Progress progress = new Progress(out, connection.terminal(), "committing small files", files);
        Contents written = new Contents(0, 0);
        for (int number = 0; number < files; number++) {
            written = DemoTable.sum(written, orders.append(number));
            progress.show(number + 1);
        }
        return written;
    }

    /** Waits until a compaction has succeeded and none is running, telling what changes. */
    private Outcome watch() {
        say("waiting for AMS to compact them");
        AtomicReference<String> shown = new AtomicReference<>("");
        return new Waiting(patience, "AMS did not compact " + name())
                .until(
                        this::look,
                        seen -> {
                            String line = line(seen);
                            if (!line.equals(shown.getAndSet(line))) {
                                say("  " + line);
                            }
                            return compacted(seen);
                        },
                        DemoRun::line);
    }

    private Outcome look() {
        JsonNode now = TableCommands.byName(api, "default", name());
        JsonNode processes = api.get("/tables/" + now.path("uuid").asText() + "/processes?limit=20");
        Optional<JsonNode> success = StreamSupport.stream(processes.spliterator(), false)
                .filter(process -> process.path("state").asText().equals("SUCCESS"))
                .findFirst();
        return new Outcome(now, success.orElse(JsonNodeFactory.instance.nullNode()));
    }

    private boolean compacted(Outcome seen) {
        return !seen.process().isNull()
                && !seen.table().path("status").asText().matches("RUNNING|COMMITTING|PENDING")
                && seen.table().path("dataFiles").asInt(files) < files;
    }

    private static String line(Outcome seen) {
        JsonNode table = seen.table();
        return "owner " + table.path("owner").asText("-") + ", "
                + table.path("status").asText("-") + ", "
                + table.path("dataFiles").asText("-") + " files ("
                + table.path("reason").asText("no reason given") + ")";
    }

    private void report(Outcome outcome, Contents written, Contents found, int left) {
        JsonNode process = outcome.process();
        String owner = outcome.table().path("owner").asText("-");
        String planner = process.path("plannedBy").asText(owner);
        if (connection.json()) {
            ObjectNode answer = JsonNodeFactory.instance.objectNode();
            answer.put("table", name()).put("filesBefore", files).put("filesAfter", left);
            answer.put("rowsBefore", written.rows())
                    .put("rowsAfter", found.rows())
                    .put("rowsEqual", found.equals(written));
            answer.put("owner", owner).put("plannedBy", planner);
            answer.set("process", process);
            connection.print(answer);
            return;
        }
        say("files: " + files + " -> " + left);
        say("rows:  " + written.rows() + " -> " + found.rows()
                + (found.equals(written) ? " (unchanged, every value compared)" : " (NOT THE SAME)"));
        say("owner " + owner + " (epoch " + outcome.table().path("epoch").asText("-") + "); planned by "
                + planner
                + " (" + process.path("kind").asText("-") + ", "
                + process.path("tasks").asText("-") + " tasks, version "
                + process.path("committedVersion").asText("-") + ")");
    }

    private CliExit verdict(Contents written, Contents found, int left) {
        if (!found.equals(written)) {
            throw new CliException(
                    CliExit.FAILED, "the rows of " + name() + " changed: this is a bug of AMS, keep the table");
        }
        if (left >= files) {
            throw new CliException(CliExit.FAILED, name() + " still has " + left + " files");
        }
        return CliExit.OK;
    }

    private String name() {
        return DemoTable.fullName(table);
    }

    private void say(String line) {
        PrintWriter out = connection.json() ? connection.err() : connection.out();
        out.println(line);
        out.flush();
    }
}
