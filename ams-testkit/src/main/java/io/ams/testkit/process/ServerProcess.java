package io.ams.testkit.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The process of one node, from its start to its end. For one thread. */
public final class ServerProcess {
    /** The class path of the distribution that is tested. */
    public static final String CLASS_PATH = "ams.test.class-path";

    private static final String MAIN = "io.ams.web.cli.ServerMain";
    private static final int EXIT_OF_KILLED = 128;

    private final Process process;
    private final Path log;

    private ServerProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** Starts a node that logs what it does into this file, behind what is there. */
    public static ServerProcess start(Path log, List<String> options) {
        return start(log, List.of("-Dams.log.level=INFO"), options);
    }

    /** Starts a node that says only what an operator must read. */
    public static ServerProcess startQuietly(Path log, List<String> options) {
        return start(log, List.of(), options);
    }

    private static ServerProcess start(Path log, List<String> jvm, List<String> options) {
        List<String> command = new ArrayList<>(jvm());
        command.addAll(ClassArchive.OPTIONS);
        command.addAll(jvm);
        command.addAll(List.of("-cp", classPath(), MAIN));
        command.addAll(options);
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            return new ServerProcess(process, log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Java, and what it is started with. Fewer compilers and one collector thread: three nodes and the test share two cores. */
    static List<String> jvm() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx384m",
                "-Djava.awt.headless=true");
    }

    /** Options of a JVM with the class path {@link #CLASS_PATH} that starts in half the time. */
    public static List<String> archiveOptions() {
        return ClassArchive.OPTIONS;
    }

    static String classPath() {
        String classPath = System.getProperty(CLASS_PATH);
        if (classPath == null) {
            throw new IllegalStateException("system property " + CLASS_PATH
                    + " must be the class path of a node: these tests run in the phase integration-test");
        }
        return classPath;
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Ends it without a warning, and waits until it is gone. */
    public void kill9() {
        process.destroyForcibly();
        awaitExit(Duration.ofSeconds(20));
    }

    /** Sends SIGTERM. */
    public void terminate() {
        process.destroy();
    }

    /** Sends SIGSTOP: it does nothing more, but its connections stay. */
    public void pause() {
        signal("STOP");
    }

    /** Sends SIGCONT. */
    public void resume() {
        signal("CONT");
    }

    /** From now on no file of it grows beyond so many bytes: writing fails as it does on a full disk. */
    public void limitFiles(long bytes) {
        run("prlimit --fsize=" + bytes + " --pid " + process.pid());
    }

    private void signal(String name) {
        run("kill -" + name + " " + process.pid());
    }

    private static void run(String command) {
        try {
            int code =
                    new ProcessBuilder("sh", "-c", command).inheritIO().start().waitFor();
            if (code != 0) {
                throw new IllegalStateException("'" + command + "' failed with " + code);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Waits for its end; returns the exit code. A process that was killed has 128 and the signal. */
    public int awaitExit(Duration patience) {
        try {
            if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("process " + process.pid() + " still runs after " + patience.toSeconds()
                        + " s; its log ends: " + logEnd(20));
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Whether a signal ended it. */
    public boolean wasKilled() {
        return !process.isAlive() && process.exitValue() > EXIT_OF_KILLED;
    }

    /** Everything that it and those before it wrote into the log. */
    public List<String> log() {
        return read(log);
    }

    /** The last lines of the log, as one text. */
    public String logEnd(int lines) {
        List<String> all = log();
        return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
    }

    private static List<String> read(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted", e);
    }
}
