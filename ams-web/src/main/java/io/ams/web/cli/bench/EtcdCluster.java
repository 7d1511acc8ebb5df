package io.ams.web.cli.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Three members of etcd with its defaults, on loopback. */
final class EtcdCluster implements Cluster {
    private static final int MEMBERS = 3;
    private static final Duration START = Duration.ofSeconds(30);

    private final JsonHttp http = new JsonHttp();
    private final Path directory;
    private final List<Process> processes = new ArrayList<>();
    private final List<URI> clients;

    private EtcdCluster(Path directory, List<URI> clients) {
        this.directory = directory;
        this.clients = clients;
    }

    /** Starts them and waits for a leader. Whatever goes wrong, nothing is left running. */
    static EtcdCluster start() throws IOException {
        int clientPort = Scratch.freePorts(23_790, 0, 1, 2);
        int peerPort = Scratch.freePorts(24_790, 0, 1, 2);
        List<URI> clients = IntStream.range(0, MEMBERS)
                .mapToObj(i -> URI.create("http://127.0.0.1:" + (clientPort + i)))
                .toList();
        EtcdCluster cluster = new EtcdCluster(Scratch.directory("ams-bench-etcd"), clients);
        try {
            for (int i = 0; i < MEMBERS; i++) {
                cluster.launch(i, peerPort);
            }
            cluster.awaitLeader();
            return cluster;
        } catch (IOException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private void launch(int i, int peerPort) throws IOException {
        String members = IntStream.range(0, MEMBERS)
                .mapToObj(m -> "e" + m + "=http://127.0.0.1:" + (peerPort + m))
                .collect(Collectors.joining(","));
        String peer = "http://127.0.0.1:" + (peerPort + i);
        ProcessBuilder builder = new ProcessBuilder(
                "etcd",
                "--name=e" + i,
                "--data-dir=" + directory.resolve("e" + i),
                "--listen-client-urls=" + clients.get(i),
                "--advertise-client-urls=" + clients.get(i),
                "--listen-peer-urls=" + peer,
                "--initial-advertise-peer-urls=" + peer,
                "--initial-cluster=" + members,
                "--initial-cluster-state=new",
                "--quota-backend-bytes=8589934592",
                "--log-level=error");
        if (System.getProperty("os.arch").equals("aarch64")) {
            // etcd 3.4 asks for this word where it is not certified.
            builder.environment().put("ETCD_UNSUPPORTED_ARCH", "arm64");
        }
        builder.redirectErrorStream(true)
                .redirectOutput(directory.resolve("e" + i + ".log").toFile());
        processes.add(builder.start());
    }

    private void awaitLeader() throws IOException {
        long deadline = System.nanoTime() + START.toNanos();
        while (true) {
            try {
                leader();
                return;
            } catch (IOException e) {
                if (System.nanoTime() > deadline || processes.stream().noneMatch(Process::isAlive)) {
                    throw new IOException("etcd did not come up; see " + directory, e);
                }
                Pause.millis(100);
            }
        }
    }

    @Override
    public String name() {
        return "etcd";
    }

    @Override
    public KeyValueService service(URI server) {
        return new EtcdGateway(server);
    }

    @Override
    public URI leader() throws IOException {
        return withLeadership(true);
    }

    @Override
    public URI follower() throws IOException {
        return withLeadership(false);
    }

    private URI withLeadership(boolean leads) throws IOException {
        for (URI client : clients) {
            JsonNode status = http.post(client.resolve("/v3/maintenance/status"), Map.of());
            String leader = status.path("leader").asText("0");
            if (!leader.equals("0")
                    && leads
                            == leader.equals(
                                    status.path("header").path("member_id").asText())) {
                return client;
            }
        }
        throw new IOException("etcd has no leader");
    }

    @Override
    public List<Long> pids() {
        return processes.stream().map(Process::pid).toList();
    }

    /** Compacts the history, as etcd must be now and then whatever uses it. */
    @Override
    public void tidy() throws IOException {
        URI leader = leader();
        long revision = http.post(leader.resolve("/v3/maintenance/status"), Map.of())
                .path("header")
                .path("revision")
                .asLong();
        if (revision > 1) {
            http.post(leader.resolve("/v3/kv/compaction"), Map.of("revision", revision, "physical", true));
        }
    }

    @Override
    public synchronized void close() {
        processes.forEach(Process::destroy);
        for (Process process : processes) {
            try {
                if (!process.waitFor(10, TimeUnit.SECONDS)) {
                    process.destroyForcibly().waitFor();
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
        Scratch.delete(directory);
    }
}
