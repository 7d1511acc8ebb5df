package io.ams.testkit.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One node of a {@link ProcessCluster}: what stays of it while its processes come and go. */
final class ClusterNode {
    private final String id;
    private final URI url;
    private final Path data;
    private final Path log;
    private final List<String> options;
    private final NodeHttp http;
    private @Nullable ServerProcess process;
    private boolean paused;

    /** @param options all that its process is started with */
    ClusterNode(String id, URI url, Path data, List<String> options) {
        this.id = id;
        this.url = url;
        this.data = data;
        this.log = data.resolveSibling(id + ".log");
        this.options = List.copyOf(options);
        this.http = NodeHttp.at(url);
    }

    String id() {
        return id;
    }

    URI url() {
        return url;
    }

    Path data() {
        return data;
    }

    NodeHttp http() {
        return http;
    }

    void start() {
        if (process != null && process.isAlive()) {
            throw new IllegalStateException("node " + id + " runs already");
        }
        process = ServerProcess.start(log, options);
        paused = false;
    }

    ServerProcess process() {
        if (process == null) {
            throw new IllegalStateException("node " + id + " was never started");
        }
        return process;
    }

    boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** Whether it runs and is not held. */
    boolean runs() {
        return isAlive() && !paused;
    }

    void pause() {
        process().pause();
        paused = true;
    }

    void resume() {
        process().resume();
        paused = false;
    }

    /** The whole log, if it ever began one. */
    Optional<List<String>> log() {
        try {
            return Files.exists(log) ? Optional.of(Files.readAllLines(log)) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
