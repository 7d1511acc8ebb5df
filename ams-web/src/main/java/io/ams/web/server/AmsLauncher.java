package io.ams.web.server;

import io.ams.iceberg.files.FileIOs;
import io.ams.proto.CatalogRow;
import io.ams.raft.node.AmsNode;
import io.ams.raft.node.ExitCode;
import io.ams.raft.node.HaltingFaults;
import io.ams.raft.node.NodeSettings;
import io.ams.raft.node.StartRefusedException;
import io.ams.web.AmsServer;
import io.ams.web.AmsWebSettings;
import io.ams.web.WebStartException;
import io.ams.web.auth.AdminToken;
import java.io.IOException;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts real nodes: the replica first, then what runs on it, and last the request to be taken in, if it joins. */
public final class AmsLauncher implements NodeLauncher {
    private static final Logger LOG = LoggerFactory.getLogger(AmsLauncher.class);
    private static final String UNRELEASED = "0.1.0";

    @Override
    public RunningNode launch(NodeOptions options) {
        warnOfLocalWarehouse(options);
        Optional<ClusterDoor> door = options.join().map(uri -> new ClusterDoor(uri, options.token()));
        checkSettings(options);
        AdminToken token = token(options);
        NodeSettings settings = settings(options, token, door.map(one -> clusterToJoin(options, one)));
        AmsNode node = AmsNode.start(settings, Clock.systemUTC(), new HaltingFaults());
        try {
            NodeParts parts = new NodeParts(node, options, web(options), token.text());
            LaunchedNode launched = new LaunchedNode(node, parts);
            door.filter(one -> !node.isMember())
                    .ifPresent(
                            one -> one.askToJoin(settings, node.incarnation(), node::isMember, launched::joinRefused));
            return launched;
        } catch (WebStartException e) {
            node.close();
            throw new StartRefusedException(exitCode(e.reason()), String.valueOf(e.getMessage()));
        }
    }

    private static void warnOfLocalWarehouse(NodeOptions options) {
        boolean local = options.warehouse().getScheme() == null
                || "file".equals(options.warehouse().getScheme());
        boolean elsewhere = options.join().isPresent()
                || options.peers().stream().anyMatch(peer -> !peer.raft().isLoopback());
        if (local && elsewhere && !options.loopbackOnly()) {
            LOG.warn(
                    "warehouse={} is a folder: every node, worker and client must reach it under this very path",
                    options.warehouse());
        }
    }

    /** Before anything is started or written: a node that is refused has not been there. */
    private static void checkSettings(NodeOptions options) {
        FileIOs.complaint(CatalogRow.newBuilder()
                        .setWarehouse(options.warehouse().toString())
                        .build())
                .ifPresent(why -> {
                    throw new StartRefusedException(ExitCode.UNKNOWN_SETTING, "--warehouse: " + why);
                });
        if (options.config().isPresent()) {
            try {
                AmsServer.check(web(options));
            } catch (WebStartException e) {
                throw new StartRefusedException(exitCode(e.reason()), String.valueOf(e.getMessage()));
            }
        }
    }

    /**
     * The cluster that is asked to take the node in. A node that is of a cluster already starts without it, should it not answer;
     * if it does, it must be of the same cluster, which {@link AmsNode#start} sees to.
     */
    private static UUID clusterToJoin(NodeOptions options, ClusterDoor door) {
        return AmsNode.clusterOf(options.data())
                .map(own -> door.clusterIdIfThere().orElse(own))
                .orElseGet(door::clusterId);
    }

    private static NodeSettings settings(NodeOptions options, AdminToken token, Optional<UUID> join) {
        TreeMap<String, String> peers = new TreeMap<>();
        options.peers().forEach(peer -> peers.put(peer.id(), peer.raft().toString()));
        return new NodeSettings(
                options.id(),
                peers,
                join,
                options.raft().toString(),
                options.advertisedHttp().toString(),
                options.data(),
                options.warehouse().toString(),
                options.profile().fileName(),
                options.home().map(home -> home.resolve("ratis-conf")),
                options.config().map(ConfigFile::ratis).orElse(Map.of()),
                Optional.ofNullable(AmsLauncher.class.getPackage().getImplementationVersion())
                        .orElse(UNRELEASED),
                token.sha256(),
                NodeSettings.DEFAULT_WRITE_TIMEOUT_MILLIS,
                NodeSettings.DEFAULT_READ_TIMEOUT_MILLIS);
    }

    private static AdminToken token(NodeOptions options) {
        try {
            return AdminToken.in(options.data());
        } catch (IOException e) {
            throw new StartRefusedException(
                    ExitCode.DATA_UNWRITABLE, "the admin token cannot be kept in " + options.data() + ": " + e);
        }
    }

    private static AmsWebSettings web(NodeOptions options) {
        AmsWebSettings web = AmsWebSettings.of(
                        options.id(), options.http().host(), options.http().port(), options.data())
                .withAdmin(options.admin().host(), options.admin().port())
                .withToken(!options.loopbackOnly());
        return options.config().map(web::withConfigFile).orElse(web);
    }

    private static ExitCode exitCode(WebStartException.Reason reason) {
        return switch (reason) {
            case ADDRESS -> ExitCode.PORT_TAKEN;
            case SETTINGS -> ExitCode.UNKNOWN_SETTING;
            case DIRECTORY -> ExitCode.DATA_UNWRITABLE;
        };
    }
}
