package io.ams.web.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ams.ddl.client.DdlClient;
import io.ams.optimizer.client.CallException;
import io.ams.web.cli.demo.DdlDemo;
import io.ams.web.cli.demo.DemoTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.iceberg.rest.RESTCatalog;

/** One run of the demo of shards: both modes, with the leader restarted meanwhile. */
record DdlDemoRun(Connection connection, ApiClient api, LocalNodes nodes, String name, long seed, int rows) {
    CliExit run() {
        try (RESTCatalog catalog = DemoTable.catalog(follower(), api.token())) {
            DdlClient client = new DdlClient(urls(), api.token());
            DdlDemo demo = DdlDemo.create(catalog, client, name, seed, rows);
            say(DdlDemo.SHARDS + " shards feed demo." + name + " (seed " + seed + ")");
            say("optimistic: every shard changes its schema when it likes");
            CompletableFuture<String> restart = CompletableFuture.supplyAsync(this::restartLeader);
            demo.optimistic();
            say("  " + restart.join());
            demo.setMode("pessimistic");
            say("pessimistic: every change waits until all shards have made it");
            demo.pessimistic();
            return verdict(demo, demo.compare());
        } catch (CallException e) {
            throw new CliException(CliExit.FAILED, "AMS refused: " + e.getMessage());
        } catch (CompletionException e) {
            throw e.getCause() instanceof CliException expected
                    ? expected
                    : new CliException(CliExit.FAILED, String.valueOf(e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CliException(CliExit.FAILED, "interrupted");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String restartLeader() {
        try {
            return new LeaderRestart(api, nodes).restart();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CompletionException(e);
        }
    }

    /** Every node, the one that was asked first. */
    private List<String> urls() {
        List<String> urls = new ArrayList<>(List.of(api.base().toString()));
        api.get("/nodes")
                .forEach(node -> urls.add("http://" + node.path("httpAddress").asText()));
        return urls.stream().distinct().toList();
    }

    /** An Iceberg client knows one node: here one that will not be killed. */
    private URI follower() {
        String leader = api.get("/cluster").path("leaderId").asText();
        for (var node : api.get("/nodes")) {
            if (!node.path("id").asText().equals(leader)) {
                return URI.create("http://" + node.path("httpAddress").asText());
            }
        }
        return api.base();
    }

    private CliExit verdict(DdlDemo demo, DdlDemo.Result result) {
        if (connection.json()) {
            ObjectNode answer = JsonNodeFactory.instance.objectNode();
            answer.put("table", "demo." + name).put("group", name).put("seed", seed);
            answer.put("rows", result.rows())
                    .put("different", result.different())
                    .put("columns", demo.columns());
            ObjectNode verdicts = answer.putObject("decided");
            result.verdicts().forEach(verdicts::put);
            connection.print(answer);
        }
        say("columns: " + demo.columns());
        say("decided: " + result.verdicts());
        say("rows:    " + result.rows() + ", of which " + result.different()
                + " read otherwise than upstream shows them");
        if (result.different() > 0) {
            throw new CliException(
                    CliExit.FAILED, "rows of demo." + name + " are wrong: this is a bug of AMS, keep the table");
        }
        return CliExit.OK;
    }

    private void say(String line) {
        PrintWriter out = connection.json() ? connection.err() : connection.out();
        out.println(line);
        out.flush();
    }
}
