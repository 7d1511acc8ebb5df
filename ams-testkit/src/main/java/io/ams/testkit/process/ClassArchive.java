package io.ams.testkit.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The classes of a node, archived for the JVM as the start command does it: a start takes little more than half as long. Made once
 * in each JVM of tests that starts nodes. Without it a start only takes longer.
 */
final class ClassArchive {
    private static final String REHEARSAL = "io.ams.web.cli.Rehearsal";
    private static final long PATIENCE_SECONDS = 120;

    /** Options that make the JVM of a node use the archive; none if it could not be made. */
    static final List<String> OPTIONS = make(ServerProcess.jvm(), ServerProcess.classPath());

    private ClassArchive() {}

    private static List<String> make(List<String> jvm, String classPath) {
        try {
            Path folder = Files.createTempDirectory("class-archive");
            folder.toFile().deleteOnExit();
            Path archive = folder.resolve("classes.jsa");
            archive.toFile().deleteOnExit();
            Path log = folder.resolve("log");
            log.toFile().deleteOnExit();
            List<String> command = new ArrayList<>(jvm);
            command.add("-XX:ArchiveClassesAtExit=" + archive);
            command.addAll(
                    List.of("-cp", classPath, REHEARSAL, folder.resolve("n1").toString()));
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                System.out.println("no archive of classes, nodes start more slowly; see " + log);
                return List.of();
            }
            return List.of(
                    "-XX:SharedArchiveFile=" + archive, "-Xshare:auto", "-Xlog:cds=off", "-Xlog:cds+dynamic=off");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }
}
