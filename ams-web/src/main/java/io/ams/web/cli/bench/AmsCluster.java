package io.ams.web.cli.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Nodes of AMS on loopback, started and stopped by the commands that everybody uses. */
final class AmsCluster implements Cluster {
    /** As many as a cluster needs to go on without one of them. */
    static final int USUAL_NODES = 3;

    private final JsonHttp http = new JsonHttp();
    private final Path home;
    private final Path data;
    private final List<String> nodes;
    private final String profile;
    private final int httpPort;
    private final int raftPort;

    private AmsCluster(Path home, Path data, int nodes, String profile) {
        this.home = home;
        this.data = data;
        this.nodes = IntStream.rangeClosed(1, nodes).mapToObj(i -> "n" + i).toList();
        this.profile = profile;
        this.httpPort = Scratch.freePorts(
                28_180,
                IntStream.range(0, nodes)
                        .flatMap(i -> IntStream.of(i, 1000 + i))
                        .toArray());
        this.raftPort = Scratch.freePorts(26_870, IntStream.range(0, nodes).toArray());
    }

    /** Starts them and waits until they are ready. Whatever goes wrong, nothing is left running. */
    static AmsCluster start(Path home, int nodes, String profile) throws IOException {
        AmsCluster cluster = new AmsCluster(home, Scratch.directory("ams-bench"), nodes, profile);
        try {
            cluster.startMissing();
            return cluster;
        } catch (IOException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    /** Starts the nodes that do not run, with the data they have. */
    void startMissing() throws IOException {
        int code = script("ams-start.sh", "--local", String.valueOf(nodes.size()), "--profile", profile);
        if (code != 0) {
            throw new IOException("the nodes of AMS did not come up: exit code " + code);
        }
    }

    @Override
    public String name() {
        return "AMS";
    }

    @Override
    public KeyValueService service(URI server) {
        return new AmsSettings(server);
    }

    @Override
    public URI leader() throws IOException {
        return url(leaderId());
    }

    @Override
    public URI follower() throws IOException {
        String leader = leaderId();
        return url(nodes.stream().filter(id -> !id.equals(leader)).findFirst().orElseThrow());
    }

    /** Where the nodes answer, in the order of their ids. */
    List<URI> servers() {
        return IntStream.range(0, nodes.size())
                .mapToObj(i -> URI.create("http://127.0.0.1:" + (httpPort + i)))
                .toList();
    }

    /** Ends the process of the leader without a warning. Returns the nodes that are left. */
    List<URI> killLeader() throws IOException {
        String leader = leaderId();
        long pid = pid(leader);
        URI gone = url(leader);
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        return servers().stream().filter(server -> !server.equals(gone)).toList();
    }

    @Override
    public List<Long> pids() {
        List<Long> pids = new ArrayList<>();
        for (String id : nodes) {
            try {
                pids.add(pid(id));
            } catch (IOException e) {
                // Not started, or stopped already: it has no CPU time to count.
            }
        }
        return pids;
    }

    /** Nothing: AMS keeps no history of values. */
    @Override
    public void tidy() {}

    @Override
    public synchronized void close() {
        if (!Files.exists(data)) {
            return;
        }
        try {
            if (script("ams-stop.sh", "--all", "--force") != 0) {
                System.err.println("not all nodes stopped; their data is in " + data);
                return;
            }
        } catch (IOException e) {
            System.err.println("nodes may still run; their data is in " + data + ": " + e.getMessage());
            return;
        }
        Scratch.delete(data);
    }

    private String leaderId() throws IOException {
        IOException last = new IOException("AMS has no leader");
        for (int attempt = 0; attempt < 50; attempt++) {
            for (URI server : servers()) {
                try {
                    JsonNode cluster = http.get(server.resolve("/api/v1/cluster?consistency=local"));
                    if (cluster.hasNonNull("leaderId")) {
                        return cluster.path("leaderId").asText();
                    }
                } catch (IOException e) {
                    last = e;
                }
            }
            Pause.millis(200);
        }
        throw last;
    }

    private URI url(String id) {
        return servers().get(nodes.indexOf(id));
    }

    private long pid(String id) throws IOException {
        return Long.parseLong(
                Files.readString(data.resolve(id).resolve("ams.pid")).strip());
    }

    /** What the database of one node takes on disk. */
    long databaseBytes() throws IOException {
        try (Stream<Path> files = Files.walk(data.resolve(nodes.get(0)).resolve("db"))) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    /** Of each node, as the JVM takes it. */
    static String heap() {
        return System.getenv().getOrDefault("AMS_HEAP", "900m");
    }

    private int script(String name, String... args) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(home.resolve("bin").resolve(name).toString()));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("AMS_DATA", data.toString());
        builder.environment().put("AMS_HTTP_PORT", String.valueOf(httpPort));
        builder.environment().put("AMS_RAFT_PORT", String.valueOf(raftPort));
        builder.environment().put("AMS_BUILD", "never");
        builder.environment().putIfAbsent("AMS_STOP_TIMEOUT", "20");
        builder.environment().put("AMS_HEAP", heap());
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        data.resolve("scripts.log").toFile()))
                .start();
        try {
            int code = process.waitFor();
            if (code != 0) {
                System.err.print(Files.readString(data.resolve("scripts.log")));
            }
            return code;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
