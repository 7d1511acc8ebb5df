package io.ams.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.raft.node.ExitCode;
import io.ams.raft.node.StartRefusedException;
import io.ams.web.address.HostPort;
import io.ams.web.address.PeerAddress;
import io.ams.web.server.NodeLauncher;
import io.ams.web.server.NodeOptions;
import io.ams.web.server.Profile;
import io.ams.web.server.RunningNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerCommandTest {
    /** Keeps what it was asked to launch, and ends at once as it is told to. */
    private static final class Recorder implements NodeLauncher {
        private final List<NodeOptions> launched = new ArrayList<>();
        private ExitCode end = ExitCode.OK;
        private Optional<StartRefusedException> refusal = Optional.empty();

        @Override
        public RunningNode launch(NodeOptions options) {
            refusal.ifPresent(refused -> {
                throw refused;
            });
            launched.add(options);
            return new RunningNode() {
                @Override
                public ExitCode awaitEnd() {
                    return end;
                }

                @Override
                public void stop() {}
            };
        }
    }

    private final Path folder;
    private final Recorder recorder = new Recorder();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    ServerCommandTest(@TempDir Path folder) {
        this.folder = folder;
    }

    private ExitCode run(Map<String, String> environment, String... args) {
        return new ServerMain(recorder, environment, new PrintStream(err, true, StandardCharsets.UTF_8))
                .run(args, stop -> {});
    }

    private ExitCode run(String... args) {
        return run(Map.of(), args);
    }

    /** With a directory of its own and ports that are free, so that only what the test is about can be refused. */
    private ExitCode start(String... more) {
        List<String> args = new ArrayList<>(List.of("--data", data().toString()));
        args.addAll(Arrays.asList(more));
        if (!args.contains("--http")) {
            args.addAll(List.of("--http", "127.0.0.1:0"));
        }
        if (!args.contains("--raft") && !args.contains("--peers")) {
            args.addAll(List.of("--raft", "127.0.0.1:" + freePort()));
        }
        return run(args.toArray(String[]::new));
    }

    private Path data() {
        return folder.resolve("n2");
    }

    private NodeOptions launched() {
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(recorder.launched).hasSize(1);
        return recorder.launched.get(0);
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aloneItIsN1OnLoopbackWithEverythingDefault() {
        NodeOptions options = parsed();

        assertThat(options.id()).isEqualTo("n1");
        assertThat(options.raft()).isEqualTo(new HostPort("127.0.0.1", 9871));
        assertThat(options.http()).isEqualTo(new HostPort("127.0.0.1", 8181));
        assertThat(options.admin()).isEqualTo(new HostPort("127.0.0.1", 9181));
        assertThat(options.peers()).containsExactly(new PeerAddress("n1", options.raft()));
        assertThat(options.data()).isEqualTo(Path.of("data", "n1").toAbsolutePath());
        assertThat(options.warehouse())
                .isEqualTo(URI.create("file:" + Path.of("data", "warehouse").toAbsolutePath()));
        assertThat(options.profile()).isEqualTo(Profile.STEADY);
        assertThat(options.loopbackOnly()).isTrue();
        assertThat(options.join()).isEmpty();
        assertThat(options.token()).isEmpty();
    }

    @Test
    void withPeersElsewhereItListensEverywhereAndAdvertisesTheHostOfItsRaftAddress() {
        NodeOptions options = parsed("--id", "n2", "--peers", "n1=h1:9871,n2=h2:9872,n3=h3:9871", "--profile", "fast");

        assertThat(options.raft()).isEqualTo(new HostPort("h2", 9872));
        assertThat(options.http()).isEqualTo(new HostPort("0.0.0.0", 8181));
        assertThat(options.advertisedHttp()).isEqualTo(new HostPort("h2", 8181));
        assertThat(options.http().httpUri()).isEqualTo(URI.create("http://127.0.0.1:8181"));
        assertThat(options.profile()).isEqualTo(Profile.FAST);
        assertThat(options.loopbackOnly()).isFalse();
        assertThat(options.peers()).extracting(PeerAddress::id).containsExactly("n1", "n2", "n3");
    }

    @Test
    void withPeersOnLoopbackItListensThere() {
        assertThat(parsed("--peers", "n1=127.0.0.1:9871,n2=localhost:9872")
                        .http()
                        .host())
                .isEqualTo("127.0.0.1");
    }

    @Test
    void joinsWithTheTokenOfTheCluster() throws IOException {
        Path token = Files.writeString(folder.resolve("token"), "secret\n");

        NodeOptions options =
                parsed("--id", "n4", "--join", "http://h1:8181", "--raft", "h4:9871", "--token-file", token.toString());

        assertThat(options.join()).contains(URI.create("http://h1:8181"));
        assertThat(options.peers()).isEmpty();
        assertThat(options.token()).contains("secret");
        assertThat(options.toString()).doesNotContain("secret");
    }

    private NodeOptions parsed(String... args) {
        ServerCommand command = new ServerCommand(Map.of());
        new picocli.CommandLine(command)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .parseArgs(args);
        return command.options();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --wat                                            | Unknown option: '--wat'
                    --id a/b                                         | --id 'a/b' must match
                    --peers n1=h1:1,n2=h2:1 --join http://h1:8181     | exclude each other
                    --id n9 --peers n1=h1:9871                       | does not name this node, n9
                    --peers n1=h1                                    | 'h1' is not host:port
                    --peers n1=h1:99999                              | port 99999
                    --peers n1=h1:1,n1=h2:1                          | peer n1 is named twice
                    --peers n1=h1:1,n2=h1:1                          | given to two peers
                    --peers n1=0.0.0.0:1                             | must be able to reach
                    --peers n1=h1:1 --raft h2:1                      | is not the address that --peers gives
                    --join http://h1:8181                            | --join needs --raft
                    --join h1:8181 --raft h4:9871                    | is not a URL
                    --http 8181                                      | '8181' is not host:port
                    --http :::8181                                   | IPv6
                    --http 127.0.0.1:65000                           | say --admin
                    --config /nowhere/at/all                         | is not a file that can be read
                    --token-file /nowhere/at/all                     | /nowhere/at/all cannot be read: there is no such file
                    --profile quick                                  | quick
                    """)
    void refusesInOneLineWithTheCodeForUsage(String args, String expected) {
        assertThat(run(args.split(" +"))).isEqualTo(ExitCode.USAGE);
        assertThat(recorder.launched).isEmpty();
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("ams: cannot start: ")
                .contains(expected)
                .endsWith(" [USAGE, exit code 2]\n")
                .hasLineCount(1);
    }

    @Test
    void runsTheNodeAndLeavesItsUrlForOthersToFind() throws IOException {
        int port = freePort();
        assertThat(start("--id", "n2", "--http", "127.0.0.1:" + port, "--admin", "127.0.0.1:0"))
                .isEqualTo(ExitCode.OK);
        assertThat(launched().http().port()).isEqualTo(port);
        assertThat(data().resolve("ams.url")).hasContent("http://127.0.0.1:" + port);
    }

    @Test
    void aTakenPortIsNamedWithItsOption() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + taken.getLocalPort();
            for (String option : List.of("--http", "--raft", "--admin")) {
                err.reset();
                List<String> args = new ArrayList<>(List.of(option, address));
                if (option.equals("--http")) {
                    args.addAll(List.of("--admin", "127.0.0.1:0"));
                }
                assertThat(start(args.toArray(String[]::new))).as(option).isEqualTo(ExitCode.PORT_TAKEN);
                assertThat(err.toString(StandardCharsets.UTF_8))
                        .contains(address, "(" + option + ")")
                        .hasLineCount(1);
            }
        }
    }

    @Test
    void aDirectoryThatCannotBeMadeIsRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        assertThat(run("--data", file.resolve("n1").toString())).isEqualTo(ExitCode.DATA_UNWRITABLE);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("data directory " + file)
                .hasLineCount(1);
    }

    @Test
    void aDirectoryInUseIsRefusedAndFreeAgainAfterwards() {
        try (DataDirectory held = DataDirectory.open(data(), "n2")) {
            assertThat(held).isNotNull();
            assertThat(start()).isEqualTo(ExitCode.ALREADY_RUNNING);
            assertThat(err.toString(StandardCharsets.UTF_8))
                    .contains("runs already")
                    .hasLineCount(1);
        }
        err.reset();
        assertThat(start()).isEqualTo(ExitCode.OK);
    }

    @Test
    void aRefusalOfTheNodeKeepsItsCodeAndStaysOneLine() {
        recorder.refusal =
                Optional.of(new StartRefusedException(ExitCode.DATA_OF_ANOTHER_NODE, "data of n7\nnot of n1"));
        assertThat(start()).isEqualTo(ExitCode.DATA_OF_ANOTHER_NODE);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .isEqualTo("ams: cannot start: data of n7; not of n1 [DATA_OF_ANOTHER_NODE, exit code 12]\n");
    }

    @Test
    void aFaultOfTheRunningNodeIsItsExitCode() {
        recorder.end = ExitCode.LOG_FAILED;
        assertThat(start()).isEqualTo(ExitCode.LOG_FAILED);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("ams: node n1 stopped: ")
                .contains("exit code 30");
    }

    @Test
    void hostAndPortReadAsTheyAreWritten() {
        assertThat(Stream.of("h:1", "[::1]:8181", "0.0.0.0:0")
                        .map(HostPort::parse)
                        .map(HostPort::toString))
                .containsExactly("h:1", "[::1]:8181", "0.0.0.0:0");
        assertThat(HostPort.parse("[::1]:1").isLoopback()).isTrue();
        assertThat(HostPort.parse("127.9.9.9:1").isLoopback()).isTrue();
        assertThat(HostPort.parse("127.example.org:1").isLoopback()).isFalse();
        assertThat(HostPort.parse("[::]:1").httpUri()).isEqualTo(URI.create("http://127.0.0.1:1"));
    }
}
