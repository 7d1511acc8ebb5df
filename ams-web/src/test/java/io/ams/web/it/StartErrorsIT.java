package io.ams.web.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ams.raft.node.ExitCode;
import io.ams.testkit.FreePorts;
import io.ams.testkit.process.ProcessCluster;
import io.ams.testkit.process.ServerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a node that cannot start says: one line, one code, at once, and nothing changed. */
class StartErrorsIT {
    private static final Duration AT_ONCE = Duration.ofSeconds(20);

    /** A cluster that runs beside those that cannot. */
    @RegisterExtension
    static final ProcessCluster OTHER = ProcessCluster.of(1);

    @TempDir
    Path directory;

    private final Map<String, String> options = new TreeMap<>();

    @BeforeEach
    void aNodeThatWouldStart() {
        List<Integer> ports = FreePorts.take(3);
        options.put("--id", "n1");
        options.put("--peers", "n1=127.0.0.1:" + ports.get(0));
        options.put("--http", "127.0.0.1:" + ports.get(1));
        options.put("--admin", "127.0.0.1:" + ports.get(2));
        options.put("--data", directory.resolve("n1").toString());
    }

    @Test
    void aPortIsTaken() throws IOException {
        for (String option : List.of("--http", "--peers", "--admin")) {
            String address = given(option).replaceFirst(".*=", "");
            int port = Integer.parseInt(address.substring(address.indexOf(':') + 1));
            try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                assertThat(taken.isBound()).isTrue();
                assertThat(refusal(ExitCode.PORT_TAKEN)).contains(address);
            }
        }
    }

    @Test
    void theDataIsThatOfAnotherNode() {
        hasRun();
        options.put("--peers", given("--peers").replace("n1=", "n9="));
        options.put("--id", "n9");
        assertThat(refusal(ExitCode.DATA_OF_ANOTHER_NODE)).contains("n1", "n9", given("--data"));
    }

    @Test
    void theDataIsThatOfAnotherCluster() throws IOException {
        List<Integer> raft = FreePorts.take(4);
        String own = "n1=127.0.0.1:" + raft.get(0);
        options.put("--peers", own + ",n2=127.0.0.1:" + raft.get(1));
        hasRun();
        options.put("--peers", own + ",n2=127.0.0.1:" + raft.get(2) + ",n3=127.0.0.1:" + raft.get(3));
        assertThat(refusal(ExitCode.DATA_OF_ANOTHER_CLUSTER)).contains(given("--data"));

        // The same by joining: the cluster that is asked is not the one that the data is of.
        options.remove("--peers");
        options.put("--raft", own.replace("n1=", ""));
        options.put("--join", OTHER.url("n1").toString());
        assertThat(refusal(ExitCode.DATA_OF_ANOTHER_CLUSTER)).contains(given("--data"));
        assertThat(OTHER.http("n1").get("/api/v1/nodes").good()).hasSize(1);
    }

    @Test
    void whatWasRefusedAtFirstLeavesNothingInTheWayOfTheCorrectedCommand() throws IOException {
        String own = given("--peers");
        String stranger = OTHER.http("n1")
                .get("/api/v1/nodes/self")
                .good()
                .path("raftAddress")
                .asText();
        options.put("--peers", own + ",n2=" + stranger);
        assertThat(refusal(ExitCode.DATA_OF_ANOTHER_CLUSTER)).contains("check the peers");
        for (String made : List.of("identity", "raft", "db")) {
            assertThat(Path.of(given("--data")).resolve(made)).doesNotExist();
        }
        options.put("--peers", own);
        hasRun();
    }

    @Test
    void theDirectoryCannotBeWritten() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        options.put("--data", file.resolve("n1").toString());
        assertThat(refusal(ExitCode.DATA_UNWRITABLE)).contains(file.toString());
    }

    @Test
    void aSettingIsUnknown() throws IOException {
        Path config = directory.resolve("ams.yml");
        options.put("--config", config.toString());
        for (String setting : List.of("servr: {}", "server: {maxThreads: many}", "- a")) {
            Files.writeString(config, setting + "\n");
            assertThat(refusal(ExitCode.UNKNOWN_SETTING)).contains(config.toString());
            assertThat(Path.of(given("--data")).resolve("identity")).doesNotExist();
        }
        options.put("--warehouse", "s3://bucket/lake");
        options.remove("--config");
        assertThat(refusal(ExitCode.UNKNOWN_SETTING)).contains("s3://bucket/lake", "No FileSystem for scheme");
        options.remove("--warehouse");
        options.put("--config", config.toString());
        Files.writeString(config, "ratis: {raft.no.such.key: 1}\n");
        assertThat(refusal(ExitCode.UNKNOWN_SETTING)).contains("raft.no.such.key");
        assertThat(Path.of(given("--data")).resolve("identity")).doesNotExist();
    }

    @Test
    void anOptionIsUnknownOrMissing() {
        options.put("--no-such-option", "x");
        assertThat(refusal(ExitCode.USAGE)).contains("--no-such-option");
        options.remove("--no-such-option");
        options.put("--join", OTHER.url("n1").toString());
        assertThat(refusal(ExitCode.USAGE)).contains("--peers", "--join");
    }

    @Test
    void theNodeRunsAlready() {
        options.put("--data", OTHER.data("n1").toString());
        assertThat(refusal(ExitCode.ALREADY_RUNNING)).contains(OTHER.data("n1").toString());
        OTHER.awaitReady("n1");
    }

    @Test
    void theClusterToJoinDoesNotAnswer() {
        options.remove("--peers");
        options.put("--raft", "127.0.0.1:" + FreePorts.take(1).get(0));
        options.put("--join", "http://127.0.0.1:" + FreePorts.take(1).get(0));
        assertThat(refusal(ExitCode.JOIN_FAILED)).contains(given("--join"));
    }

    @Test
    void whatWouldStartDoes() {
        hasRun();
    }

    private String given(String option) {
        return Objects.requireNonNull(options.get(option), option);
    }

    /** Starts the node, waits until it has data, and ends it. */
    private void hasRun() {
        Path log = directory.resolve("first.log");
        ServerProcess process = ServerProcess.start(log, arguments());
        try {
            await("the node has started")
                    .atMost(AT_ONCE)
                    .until(() -> process.log().stream().anyMatch(line -> line.contains("node started id=n1")));
        } finally {
            process.kill9();
        }
    }

    /** The one line that the process leaves, after checking that it is one line and has the code. */
    private String refusal(ExitCode code) {
        Path log = directory.resolve("refused-" + System.nanoTime() + ".log");
        ServerProcess process = ServerProcess.startQuietly(log, arguments());
        try {
            int exit = process.awaitExit(AT_ONCE);
            assertThat(process.log()).hasSize(1);
            assertThat(exit).as(process.logEnd(5)).isEqualTo(code.code());
        } finally {
            process.kill9();
        }
        String line = process.log().get(0);
        assertThat(line).startsWith("ams: cannot start: ").endsWith("[" + code + ", exit code " + code.code() + "]");
        return line;
    }

    private List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        options.forEach((option, value) -> arguments.addAll(List.of(option, value)));
        return arguments;
    }
}
