package io.ams.web.cli;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The nodes whose data directories lie under one folder of this machine, {@code ./data} as a rule. */
final class LocalNodes {
    /** A node that was started here at least once, and where it answered then. */
    record LocalNode(Path directory, URI url) {}

    private final Path folder;

    LocalNodes(Path folder) {
        this.folder = folder;
    }

    /** In the order of their names. */
    List<LocalNode> all() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> directories = Files.list(folder)) {
            return directories
                    .sorted()
                    .flatMap(directory -> read(directory).stream())
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** The token of the node at this URL; else of any node here, as the nodes of one folder are mostly one cluster's. */
    Optional<String> token(URI url) {
        List<LocalNode> nodes = all();
        return Stream.concat(
                        nodes.stream().filter(node -> node.url().equals(url)),
                        nodes.stream().filter(node -> isHere(url)))
                .flatMap(node -> Tokens.of(node.directory()).stream())
                .findFirst();
    }

    /** A token that was found, not given, goes to this machine only. */
    private static boolean isHere(URI url) {
        String host = url.getHost();
        return host != null
                && (host.equals("localhost") || host.equals("[::1]") || host.matches("127(\\.\\d{1,3}){3}"));
    }

    private static Optional<LocalNode> read(Path directory) {
        try {
            String url =
                    Files.readString(directory.resolve(DataDirectory.URL_FILE)).strip();
            return Optional.of(new LocalNode(directory, URI.create(url)));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
