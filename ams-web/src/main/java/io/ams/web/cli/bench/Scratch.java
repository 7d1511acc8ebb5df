package io.ams.web.cli.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Directories and ports for a run. */
final class Scratch {
    private Scratch() {}

    /** The first port from {@code from} on, in steps of ten, at which all these offsets are free on loopback. */
    static int freePorts(int from, int... offsets) {
        return IntStream.iterate(from, port -> port < 60_000, port -> port + 10)
                .filter(port -> IntStream.of(offsets).allMatch(offset -> isFree(port + offset)))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no free ports from " + from + " on"));
    }

    static Path directory(String prefix) throws IOException {
        return Files.createTempDirectory(prefix);
    }

    static void delete(Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
