package io.ams.web.cli;

import io.ams.raft.node.ExitCode;
import io.ams.raft.node.StartRefusedException;
import io.ams.web.address.HostPort;
import io.ams.web.address.PeerAddress;
import io.ams.web.server.NodeOptions;
import io.ams.web.server.Profile;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The options of a node's process, and what they mean together. */
@Command(
        name = "ams-start.sh",
        description = "Starts a node of AMS.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true)
final class ServerCommand {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int HTTP_PORT = 8181;
    private static final int RAFT_PORT = 9871;
    /** The admin port lies this far above the application's. */
    private static final int ADMIN_OFFSET = 1000;

    private final Map<String, String> environment;

    @Option(names = "--id", paramLabel = "ID", description = "The node's id (default: ${DEFAULT-VALUE}).")
    private String id = "n1";

    @Option(
            names = "--peers",
            paramLabel = "ID=HOST:PORT,...",
            description = "All nodes of a new cluster with their Raft addresses, this one among them.")
    private @Nullable String peers;

    @Option(
            names = "--join",
            paramLabel = "URL",
            description = "Join the cluster of the node at this URL instead of beginning with --peers.")
    private @Nullable String join;

    @Option(
            names = "--raft",
            paramLabel = "HOST:PORT",
            description = "The node's Raft address as others reach it (default: from --peers; alone: 127.0.0.1:9871).")
    private @Nullable String raft;

    @Option(
            names = "--http",
            paramLabel = "HOST:PORT",
            description =
                    "Where the service listens (default: port 8181; on every address, or on loopback if the Raft addresses are).")
    private @Nullable String http;

    @Option(
            names = "--admin",
            paramLabel = "HOST:PORT",
            description = "Where metrics and health checks listen (default: 127.0.0.1, port of --http + 1000).")
    private @Nullable String admin;

    @Option(names = "--data", paramLabel = "DIR", description = "The node's own directory (default: ./data/ID).")
    private @Nullable Path data;

    @Option(
            names = "--warehouse",
            paramLabel = "URI",
            description =
                    "Where the catalog 'default' of a new cluster keeps its tables (default: 'warehouse' beside --data).")
    private @Nullable String warehouse;

    @Option(
            names = "--profile",
            paramLabel = "fast|steady",
            description = "Ratis settings, a file in ratis-conf (default: ${DEFAULT-VALUE}).")
    private Profile profile = Profile.STEADY;

    @Option(names = "--config", paramLabel = "FILE", description = "A file with further settings.")
    private @Nullable Path config;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "Holds the cluster's admin token, for --join (or: AMS_TOKEN, AMS_TOKEN_FILE).")
    private @Nullable Path tokenFile;

    @Option(names = "--home", paramLabel = "DIR", hidden = true, description = "The installation. Set by the scripts.")
    private @Nullable Path home;

    ServerCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    /** The options, checked. Throws {@link StartRefusedException} with the first thing that is wrong. */
    NodeOptions options() {
        check(id.matches(PeerAddress.ID_PATTERN), "--id '" + id + "' must match " + PeerAddress.ID_PATTERN);
        check(
                peers == null || join == null,
                "--peers and --join exclude each other: a node begins a cluster or joins one");
        HostPort raftAddress = raftAddress();
        List<PeerAddress> members = members(raftAddress);
        HostPort httpAddress = httpAddress(raftAddress, members);
        Path directory = absolute(data == null ? Path.of("data", id) : data);
        return new NodeOptions(
                id,
                members,
                Optional.ofNullable(join).map(text -> parse("--join", text, ServerCommand::nodeUrl)),
                raftAddress,
                httpAddress,
                adminAddress(httpAddress),
                directory,
                warehouseUri(directory),
                profile,
                Optional.ofNullable(config).map(ServerCommand::readableFile),
                new Tokens(environment).given(null, tokenFile),
                Optional.ofNullable(home).map(ServerCommand::absolute));
    }

    private HostPort raftAddress() {
        if (raft != null) {
            HostPort address = parse("--raft", raft, HostPort::parse);
            check(
                    address.port() != 0 && !address.isWildcard(),
                    "--raft " + raft + ": others must be able to reach that address");
            return address;
        }
        if (peers != null) {
            return parsedPeers().stream()
                    .filter(peer -> peer.id().equals(id))
                    .findFirst()
                    .map(PeerAddress::raft)
                    .orElseThrow(() -> usage("--peers " + peers + " does not name this node, " + id));
        }
        check(join == null, "--join needs --raft HOST:PORT: the address at which the others reach this node");
        return new HostPort(LOOPBACK, RAFT_PORT);
    }

    private List<PeerAddress> members(HostPort own) {
        if (join != null) {
            return List.of();
        }
        if (peers == null) {
            return List.of(new PeerAddress(id, own));
        }
        List<PeerAddress> members = parsedPeers();
        check(
                members.contains(new PeerAddress(id, own)),
                "--raft " + own + " is not the address that --peers gives to " + id);
        return members;
    }

    private List<PeerAddress> parsedPeers() {
        return parse("--peers", String.valueOf(peers), PeerAddress::parseList);
    }

    private HostPort httpAddress(HostPort own, List<PeerAddress> members) {
        if (http != null) {
            return parse("--http", http, HostPort::parse);
        }
        boolean local =
                own.isLoopback() && members.stream().map(PeerAddress::raft).allMatch(HostPort::isLoopback);
        return new HostPort(local ? LOOPBACK : "0.0.0.0", HTTP_PORT);
    }

    private HostPort adminAddress(HostPort httpAddress) {
        if (admin != null) {
            return parse("--admin", admin, HostPort::parse);
        }
        int port = httpAddress.port() == 0 ? 0 : httpAddress.port() + ADMIN_OFFSET;
        check(
                port <= 65535,
                "--http " + httpAddress + " leaves no port " + port + " for metrics: say --admin HOST:PORT");
        return new HostPort(LOOPBACK, port);
    }

    private URI warehouseUri(Path directory) {
        if (warehouse == null) {
            return folderUri(absolute(directory.resolveSibling("warehouse")));
        }
        return parse("--warehouse", warehouse, text -> {
            URI uri = URI.create(text);
            return uri.getScheme() == null ? folderUri(absolute(Path.of(text))) : uri;
        });
    }

    /** {@code file:/a/b}, without the slash at the end that a folder gets if it exists: the same each time. */
    private static URI folderUri(Path folder) {
        String text = folder.toUri().toString();
        return URI.create("file:" + text.replaceFirst("^file:/*", "/").replaceFirst("(?<=.)/$", ""));
    }

    private static URI nodeUrl(String text) {
        URI uri = URI.create(text);
        if (uri.getHost() == null || !("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
            throw new IllegalArgumentException("'" + text + "' is not a URL such as http://h1:8181");
        }
        return uri;
    }

    private static Path readableFile(Path file) {
        check(
                Files.isRegularFile(file) && Files.isReadable(file),
                "--config " + file + " is not a file that can be read");
        return absolute(file);
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }

    private static <T> T parse(String option, String text, Function<String, T> parser) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw usage(option + ": " + e.getMessage());
        }
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw usage(otherwise);
        }
    }

    private static StartRefusedException usage(String detail) {
        return new StartRefusedException(ExitCode.USAGE, detail);
    }
}
