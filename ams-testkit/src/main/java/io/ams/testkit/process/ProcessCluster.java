package io.ams.testkit.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.ams.testkit.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Nodes n1, n2, ... as real processes on this machine, one cluster for a test class: register it in a static field. Started before
 * the first test, stopped after the last; after each test all nodes that run must have the same state, and when a test fails the
 * ends of all logs are printed. A node that a test stops or kills is the test's to start again. For one thread.
 */
public final class ProcessCluster implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {
    /** Where the nodes keep their data, one folder per test class. */
    public static final String DIRECTORY = "ams.test.directory";

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration LOOK = Duration.ofSeconds(2);
    private static final int LOG_LINES = 150;
    private static final int PORTS_OF_A_NODE = 3;

    private final int size;
    private final String host;
    private final SortedMap<String, ClusterNode> nodes = new TreeMap<>();
    private Path directory = Path.of("");

    private ProcessCluster(int size, String host) {
        this.size = size;
        this.host = host;
    }

    /** So many nodes that nobody outside this machine can reach. */
    public static ProcessCluster of(int size) {
        return new ProcessCluster(size, "127.0.0.1");
    }

    /** The same, but the API listens on every address of this machine. */
    public static ProcessCluster listeningEverywhere(int size) {
        return new ProcessCluster(size, "0.0.0.0");
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        String name = context.getRequiredTestClass().getSimpleName();
        Path root = Path.of(System.getProperty(DIRECTORY, System.getProperty("java.io.tmpdir")))
                .toAbsolutePath();
        Files.createDirectories(root);
        directory = Files.createTempDirectory(root, name + "-");
        form();
        try {
            nodes.values().forEach(ClusterNode::start);
            nodes.keySet().forEach(this::awaitReady);
        } catch (RuntimeException | Error e) {
            printLogs();
            end();
            throw e;
        }
    }

    private void form() {
        List<Integer> ports = FreePorts.take(PORTS_OF_A_NODE * size);
        SortedMap<String, Integer> raft = new TreeMap<>();
        for (int i = 0; i < size; i++) {
            raft.put("n" + (i + 1), ports.get(PORTS_OF_A_NODE * i));
        }
        String peers = raft.entrySet().stream()
                .map(peer -> peer.getKey() + "=127.0.0.1:" + peer.getValue())
                .collect(Collectors.joining(","));
        List<String> ids = List.copyOf(raft.keySet());
        for (int i = 0; i < size; i++) {
            List<Integer> own = ports.subList(PORTS_OF_A_NODE * i, PORTS_OF_A_NODE * (i + 1));
            add(ids.get(i), own, List.of("--peers", peers));
        }
    }

    private void add(String id, List<Integer> ports, List<String> membership) {
        Path data = directory.resolve(id);
        List<String> options = new ArrayList<>(List.of("--id", id));
        options.addAll(membership);
        options.addAll(List.of("--http", host + ":" + ports.get(1)));
        options.addAll(List.of("--admin", "127.0.0.1:" + ports.get(2)));
        options.addAll(List.of("--data", data.toString()));
        options.addAll(List.of("--warehouse", directory.resolve("warehouse").toString()));
        options.addAll(List.of("--profile", "fast"));
        nodes.put(id, new ClusterNode(id, URI.create("http://127.0.0.1:" + ports.get(1)), data, options));
    }

    /**
     * Starts a node that joins through this one, empty at the first time; does not wait for it.
     *
     * @param more further options
     */
    public void join(String id, String through, String... more) {
        List<Integer> ports = FreePorts.take(PORTS_OF_A_NODE);
        String raft = "127.0.0.1:" + ports.get(0);
        List<String> options = new ArrayList<>(List.of("--join", url(through).toString(), "--raft", raft));
        options.addAll(List.of(more));
        add(id, ports, options);
        node(id).start();
    }

    /** Ends a node's process without a warning. */
    public void kill9(String id) {
        node(id).process().kill9();
    }

    /** Holds a node's process where it is. */
    public void pause(String id) {
        node(id).pause();
    }

    /** Lets a node's process go on. */
    public void resume(String id) {
        node(id).resume();
    }

    /** Asks a node to stop, and waits until it has; returns its exit code. */
    public int stop(String id) {
        node(id).process().terminate();
        return awaitExit(id);
    }

    /** Waits until a node's process has ended; returns its exit code. */
    public int awaitExit(String id) {
        return node(id).process().awaitExit(PATIENCE);
    }

    /** Starts a node's process again, as the first time; does not wait for it. */
    public void restart(String id) {
        node(id).start();
    }

    /** Waits until a node reads and writes. */
    public void awaitReady(String id) {
        ClusterNode node = node(id);
        await("node " + id + " ready").atMost(PATIENCE).pollInterval(POLL).until(() -> {
            assertThat(node.isAlive()).as("process of node %s", id).isTrue();
            return isReady(node.http().within(LOOK));
        });
    }

    private static boolean isReady(NodeHttp http) {
        try {
            return http.get("/readyz/read").status() == 200
                    && http.get("/readyz/write").status() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /** The node that leads and is ready to, of those that run; waits for one. */
    public String leader() {
        return await("a leader")
                .atMost(PATIENCE)
                .pollInterval(POLL)
                .until(this::findLeader, Optional::isPresent)
                .orElseThrow();
    }

    private Optional<String> findLeader() {
        return running()
                .filter(node -> self(node)
                        .filter(self -> self.path("leaderReady").asBoolean())
                        .isPresent())
                .map(ClusterNode::id)
                .findFirst();
    }

    /** All nodes that run and are not held, but these. */
    public List<String> others(String... ids) {
        Predicate<String> named = List.of(ids)::contains;
        return running().map(ClusterNode::id).filter(named.negate()).toList();
    }

    /** What a node tells of itself, now. */
    public JsonNode self(String id) {
        return self(node(id)).orElseThrow(() -> new AssertionError("node " + id + " does not answer"));
    }

    private static Optional<JsonNode> self(ClusterNode node) {
        try {
            return Optional.of(
                    node.http().within(LOOK).get("/api/v1/nodes/self").good());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    public NodeHttp http(String id) {
        return node(id).http();
    }

    public URI url(String id) {
        return node(id).url();
    }

    public Path data(String id) {
        return node(id).data();
    }

    /** All that a node has logged since the cluster was made. */
    public List<String> log(String id) {
        return node(id).log().orElse(List.of());
    }

    /** Waits until all nodes that run have applied the same, and asserts that they then have the same state. */
    public void assertAgreement() {
        Map<String, JsonNode> selves = await("all nodes at one index")
                .atMost(PATIENCE)
                .pollInterval(POLL)
                .until(this::selves, found -> found.size() == running().count() && atOneIndex(found));
        assertThat(selves.values().stream().map(self -> self.path("digest").asText()))
                .as("digests at one index: %s", selves)
                .doesNotContain("")
                .satisfies(digests -> assertThat(digests.stream().distinct()).hasSize(1));
    }

    private static boolean atOneIndex(Map<String, JsonNode> selves) {
        return selves.values().stream()
                        .map(self -> self.path("appliedIndex").asLong(-1))
                        .distinct()
                        .count()
                == 1;
    }

    private Map<String, JsonNode> selves() {
        Map<String, JsonNode> selves = new TreeMap<>();
        running().forEach(node -> self(node).ifPresent(self -> selves.put(node.id(), self)));
        return selves;
    }

    private Stream<ClusterNode> running() {
        return nodes.values().stream().filter(ClusterNode::runs);
    }

    private ClusterNode node(String id) {
        ClusterNode node = nodes.get(id);
        if (node == null) {
            throw new IllegalArgumentException("there is no node " + id + " here, only " + nodes.keySet());
        }
        return node;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        if (context.getExecutionException().isPresent()) {
            printLogs();
            return;
        }
        try {
            assertAgreement();
        } catch (RuntimeException | Error e) {
            printLogs();
            throw e;
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        end();
    }

    private void end() {
        nodes.values().stream()
                .filter(ClusterNode::isAlive)
                .forEach(node -> node.process().kill9());
        deleteData();
    }

    /** All but the logs: they lie beside the data. */
    private void deleteData() {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                boolean log = directory.equals(file.getParent()) && Files.isRegularFile(file);
                if (!log && !file.equals(directory)) {
                    Files.delete(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void printLogs() {
        for (ClusterNode node : nodes.values()) {
            System.out.println(
                    "---- the end of the log of " + node.id() + (node.isAlive() ? "" : ", which does not run"));
            List<String> lines = node.log().orElse(List.of("(none)"));
            lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()).forEach(System.out::println);
        }
    }
}
