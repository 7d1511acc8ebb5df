package io.ams.web.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.ams.raft.node.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The commands in {@code bin} as a user runs them, with real processes; only the node inside is {@link StubServerMain}. */
class ScriptsTest {
    private static final Path BIN = Path.of("..", "bin").toAbsolutePath().normalize();
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** What a command returned and said. */
    private record Ran(int code, String out, String err) {}

    private final Path data;
    private final int http = freePorts(0, 1, 2, 1000, 1001, 1002);
    private final int raft = freePorts(0, 1, 2);

    ScriptsTest(@TempDir Path data) {
        this.data = data;
    }

    @AfterEach
    void leaveNothingRunning() throws Exception {
        try (Stream<Path> directories = Files.list(data)) {
            for (Path directory : directories.toList()) {
                pid(directory).flatMap(ProcessHandle::of).ifPresent(ProcessHandle::destroyForcibly);
            }
        }
    }

    private ProcessBuilder command(String stub, String script, String... args) {
        List<String> line = new ArrayList<>(List.of("bash", BIN.resolve(script).toString()));
        line.addAll(Arrays.asList(args));
        ProcessBuilder builder = new ProcessBuilder(line);
        builder.environment().put("AMS_CLASSPATH", System.getProperty("java.class.path"));
        builder.environment().put("AMS_MAIN", "io.ams.web.cli.StubServerMain");
        builder.environment().put("AMS_JAVA_OPTS", "-XX:TieredStopAtLevel=1 -Dof.the=test");
        builder.environment().put("AMS_HEAP", "128m");
        builder.environment().put("AMS_DATA", data.toString());
        builder.environment().put("AMS_HTTP_PORT", String.valueOf(http));
        builder.environment().put("AMS_RAFT_PORT", String.valueOf(raft));
        builder.environment().put("STUB", stub);
        return builder;
    }

    private Ran run(String stub, String script, String... args) throws Exception {
        return run(command(stub, script, args));
    }

    private Ran run(ProcessBuilder builder) throws Exception {
        Path out = Files.createTempFile("out", ".txt");
        Path err = Files.createTempFile("err", ".txt");
        Process process =
                builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        Ran ran = new Ran(process.exitValue(), Files.readString(out), Files.readString(err));
        Files.delete(out);
        Files.delete(err);
        return ran;
    }

    /** One node on ports of this test. */
    private Ran start(String stub, String... more) throws Exception {
        List<String> args = new ArrayList<>(List.of("--http", "127.0.0.1:" + http, "--raft", "127.0.0.1:" + raft));
        args.addAll(Arrays.asList(more));
        return run(stub, "ams-start.sh", args.toArray(String[]::new));
    }

    private static Optional<Long> pid(Path directory) throws IOException {
        Path file = directory.resolve("ams.pid");
        return Files.exists(file)
                ? Optional.of(Long.parseLong(Files.readString(file).strip()))
                : Optional.empty();
    }

    private static boolean runs(long pid) {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    private static int freePorts(int... offsets) {
        return new Random()
                .ints(15_000, 30_000)
                .filter(base -> IntStream.of(offsets).allMatch(offset -> isFree(base + offset)))
                .findFirst()
                .orElseThrow();
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void aNodeStartsOnceAndStopsGracefully() throws Exception {
        Ran started = start("ready");
        assertThat(started.code()).as(started.toString()).isZero();
        assertThat(started.out()).contains("node n1 is ready: http://127.0.0.1:" + http);
        long pid = pid(data.resolve("n1")).orElseThrow();

        Ran again = start("ready");
        assertThat(again.code()).isZero();
        assertThat(again.out()).contains("node n1 runs already (pid " + pid + ")");

        Ran other = start("ready", "--id", "zz", "--data", data.resolve("n1").toString());
        assertThat(other.code()).as(other.toString()).isEqualTo(ExitCode.DATA_OF_ANOTHER_NODE.code());
        assertThat(other.err()).contains("another node than zz runs on", "pid " + pid);

        Ran stopped = run("ready", "ams-stop.sh");
        assertThat(stopped.code()).as(stopped.toString()).isZero();
        // Whoever started it may not have taken note of its end yet.
        await().atMost(PATIENCE).until(() -> !runs(pid));
        assertThat(data.resolve("n1").resolve("stopped.txt")).exists();
        assertThat(data.resolve("n1").resolve("ams.pid")).doesNotExist();

        assertThat(run("ready", "ams-stop.sh", "--id", "n1"))
                .isEqualTo(new Ran(0, "nothing to stop: node n1 does not run\n", ""));
    }

    @Test
    void localNodesKnowEachOtherAndALaterOneJoins() throws Exception {
        Ran two = run("ready", "ams-start.sh", "--local", "2");
        assertThat(two.code()).as(two.toString()).isZero();
        String peers = "n1=127.0.0.1:" + raft + ", n2=127.0.0.1:" + (raft + 1);
        assertThat(options("n1")).contains("peers=[" + peers + "]", "http=127.0.0.1:" + http, "profile=steady");
        assertThat(options("n2")).contains("peers=[" + peers + "]", "http=127.0.0.1:" + (http + 1));
        assertThat(options("n2")).contains("warehouse=file:" + data.resolve("warehouse"));

        Ran three = run("ready", "ams-start.sh", "--local=3");
        assertThat(three.code()).as(three.toString()).isZero();
        assertThat(three.out()).contains("node n1 runs already", "node n2 runs already", "node n3 is ready");
        assertThat(options("n3")).contains("peers=[], join=http://127.0.0.1:" + http, "raft=127.0.0.1:" + (raft + 2));

        assertThat(run("ready", "ams-stop.sh").code()).isEqualTo(2);
        Ran stopped = run("ready", "ams-stop.sh", "--all");
        assertThat(stopped.code()).isZero();
        assertThat(stopped.out()).contains("stopped n1", "stopped n2", "stopped n3");
    }

    private String options(String node) throws IOException {
        return Files.readString(data.resolve(node).resolve("options.txt"));
    }

    @Test
    void aRefusedStartIsTheNodesLineAndCode() throws Exception {
        Ran refused = start("refuse");

        assertThat(refused.code()).isEqualTo(12);
        assertThat(refused.err())
                .startsWith("ams: cannot start: " + data.resolve("n1")
                        + " belongs to n7 [DATA_OF_ANOTHER_NODE, exit code 12]\n");
    }

    @Test
    void aFaultAndACrashWhileStartingAreReported() throws Exception {
        Ran fault = start("fault");
        assertThat(fault.code()).as(fault.toString()).isEqualTo(30);
        assertThat(fault.err()).contains("[LOG_FAILED, exit code 30]");

        Ran crash = start("crash");
        assertThat(crash.code()).isEqualTo(1);
        assertThat(crash.err()).contains("what nobody foresaw");
    }

    @Test
    void aTakenPortIsReportedAndNothingIsLeftOfALocalCluster() throws Exception {
        try (ServerSocket taken = new ServerSocket(http + 1, 1, InetAddress.getLoopbackAddress())) {
            Ran refused = run("ready", "ams-start.sh", "--local", "3");

            assertThat(refused.code()).as(refused.toString()).isEqualTo(10);
            assertThat(refused.err()).contains("cannot listen on 127.0.0.1:" + taken.getLocalPort() + " (--http)");
        }
        for (String node : List.of("n1", "n3")) {
            long pid = pid(data.resolve(node)).orElseThrow();
            await().atMost(PATIENCE).until(() -> !runs(pid));
        }
    }

    @Test
    void aNodeThatMissesItsPeersIsLeftToGoOnTrying() throws Exception {
        ProcessBuilder builder =
                command("waiting", "ams-start.sh", "--http", "127.0.0.1:" + http, "--raft", "127.0.0.1:" + raft);
        builder.environment().put("AMS_START_TIMEOUT", "3");

        Ran waited = run(builder);

        assertThat(waited.code()).as(waited.toString()).isEqualTo(18);
        assertThat(waited.err()).contains("is not ready after 3 s", "NOT_READY_IN_TIME", "1 of 3 peers");
        assertThat(runs(pid(data.resolve("n1")).orElseThrow())).isTrue();
    }

    @Test
    void aDirectoryThatCannotBeWrittenIsRefused() throws Exception {
        Path file = Files.writeString(data.resolve("file"), "");

        Ran refused = start("ready", "--data", file.resolve("n1").toString());

        assertThat(refused.code()).isEqualTo(11);
        assertThat(refused.err()).contains("[DATA_UNWRITABLE, exit code 11]").hasLineCount(1);
    }

    @Test
    void inTheForegroundItIsTheNodeItselfAndReturnsZeroAfterASignal() throws Exception {
        Process process = command(
                        "ready",
                        "ams-start.sh",
                        "--foreground",
                        "--http",
                        "127.0.0.1:" + http,
                        "--raft",
                        "127.0.0.1:" + raft)
                .redirectErrorStream(true)
                .redirectOutput(data.resolve("out.txt").toFile())
                .start();
        await().atMost(PATIENCE).until(() -> Files.exists(data.resolve("n1").resolve("ams.url")));
        assertThat(pid(data.resolve("n1"))).contains(process.pid());
        await().atMost(PATIENCE).until(() -> Files.exists(data.resolve("n1").resolve("options.txt")));
        Ran second = start("ready", "--foreground");
        assertThat(second.code()).isEqualTo(15);
        assertThat(second.err()).contains("ALREADY_RUNNING").hasLineCount(1);

        Ran stopped = run("ready", "ams-stop.sh", "--data", data.resolve("n1").toString());

        assertThat(stopped.code()).isZero();
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
    }

    @Test
    void anotherProgramWithThePidOfANodeIsLeftAlone() throws Exception {
        Process other = new ProcessBuilder("sleep", "60").start();
        try {
            Files.writeString(Files.createDirectory(data.resolve("n1")).resolve("ams.pid"), other.pid() + "\n");

            assertThat(run("ready", "ams-stop.sh", "--all").out()).isEqualTo("nothing to stop\n");
            assertThat(other.isAlive()).isTrue();
        } finally {
            other.destroyForcibly().waitFor();
        }
    }

    @Test
    void aNodeThatWillNotEndIsKilledOnlyWhenTold() throws Exception {
        assertThat(start("stubborn").code()).isZero();
        long pid = pid(data.resolve("n1")).orElseThrow();
        ProcessBuilder patient = command("ready", "ams-stop.sh", "--id", "n1");
        patient.environment().put("AMS_STOP_TIMEOUT", "1");

        Ran refused = run(patient);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("--force kills it");
        assertThat(runs(pid)).isTrue();

        ProcessBuilder forced = command("ready", "ams-stop.sh", "--id", "n1", "--force");
        forced.environment().put("AMS_STOP_TIMEOUT", "1");
        assertThat(run(forced).code()).isZero();
        await().atMost(PATIENCE).until(() -> !runs(pid));
    }

    @Test
    void dryRunShowsTheWholeCommand() throws Exception {
        Ran shown = run(
                "ready",
                "ams-start.sh",
                "--id",
                "n2",
                "--peers",
                "n1=h1:9871,n2=h2:9871",
                "--profile=fast",
                "--dry-run");

        assertThat(shown.code()).isZero();
        assertThat(shown.out())
                .contains(
                        "-Xmx128m", "-XX:MaxDirectMemorySize=512m", "-XX:+UseParallelGC", "-XX:+ExitOnOutOfMemoryError")
                .contains("-Dof.the=test", "--id n2 --data " + data.resolve("n2"), "--profile fast");
        assertThat(shown.out().contains("--enable-native-access"))
                .isEqualTo(Runtime.version().feature() >= 24);
        assertThat(data.resolve("n2")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({
        "ams-start.sh, --wat, unknown option '--wat'",
        "ams-start.sh, --id, --id needs a value",
        "ams-start.sh, --id ../x, must be letters",
        "ams-start.sh, --local many, --local needs a number",
        "ams-start.sh, --local 3 --id n2, --local chooses --id itself",
        "ams-start.sh, --local 3 --foreground, exclude each other",
        "ams-stop.sh, n2, unknown option 'n2'",
        "ams-stop.sh, --id n1 --all, exclude each other"
    })
    void badOptionsAreRefusedInOneLine(String script, String args, String expected) throws Exception {
        Ran refused = run("ready", script, args.split(" ", -1));

        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).startsWith("ams: ").contains(expected).hasLineCount(1);
        assertThat(refused.out()).isEmpty();
    }

    @Test
    void helpNamesEveryOptionOfTheNode() throws Exception {
        Ran help = run("ready", "ams-start.sh", "--help");
        String ofTheProcess = new CommandLine(new ServerCommand(Map.of())).getUsageMessage();

        assertThat(help.code()).isZero();
        assertThat(Pattern.compile("--[a-z-]+").matcher(ofTheProcess).results().map(MatchResult::group))
                .contains("--peers", "--join", "--token-file")
                .filteredOn(option -> !option.equals("--version"))
                .allSatisfy(option -> assertThat(help.out()).contains(option));
    }

    @Test
    void theCommandLineOfTheClientRuns() throws Exception {
        ProcessBuilder builder = command("ready", "ams", "status");
        builder.environment().put("AMS_URL", "http://127.0.0.1:1");

        Ran ran = run(builder);

        assertThat(ran.code()).isEqualTo(CliExit.UNREACHABLE.code());
        assertThat(ran.err()).contains("no node answers at http://127.0.0.1:1");
    }

    @Test
    void shellcheckHasNothingToSay() throws Exception {
        assumeThat(Path.of("/usr/bin/shellcheck")).exists();
        Path root = BIN.resolve("..").normalize();
        List<String> line = new ArrayList<>(List.of("shellcheck", "-x", ".ci/run"));
        try (Stream<Path> scripts = Files.list(BIN)) {
            scripts.map(script -> "bin/" + script.getFileName()).sorted().forEach(line::add);
        }

        Ran checked = run(new ProcessBuilder(line).directory(root.toFile()));

        assertThat(checked).isEqualTo(new Ran(0, "", ""));
    }
}
