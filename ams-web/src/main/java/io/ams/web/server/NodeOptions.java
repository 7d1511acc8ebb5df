package io.ams.web.server;

import io.ams.web.address.HostPort;
import io.ams.web.address.PeerAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All that a node is started with, checked for shape and with the defaults filled in.
 *
 * @param peers the members to begin with, this node among them; empty when it joins. A node that has data keeps to what is there
 * @param join a node of the cluster to join; present only if {@code peers} is empty
 * @param raft where the Raft server listens, and where the others reach it
 * @param http where the application listens
 * @param admin where metrics and health checks listen
 * @param data the node's own directory, absolute
 * @param warehouse where the catalog {@code default} keeps its tables; used by the node that makes the cluster
 * @param config a file with settings, absolute
 * @param token the admin token of the cluster: what {@code join} is asked with
 * @param home the installation: the directory that holds {@code ratis-conf}; absent if the node was started without the scripts
 */
public record NodeOptions(
        String id,
        List<PeerAddress> peers,
        Optional<URI> join,
        HostPort raft,
        HostPort http,
        HostPort admin,
        Path data,
        URI warehouse,
        Profile profile,
        Optional<Path> config,
        Optional<String> token,
        Optional<Path> home) {
    public NodeOptions {
        peers = List.copyOf(peers);
    }

    /** Whether nobody outside this machine can reach any listener of the node. Then writes need no token. */
    public boolean loopbackOnly() {
        return Stream.of(raft, http, admin).allMatch(HostPort::isLoopback);
    }

    /** Where other nodes reach the application: a wildcard gives way to the host of the Raft address. */
    public HostPort advertisedHttp() {
        return http.isWildcard() ? http.withHost(raft.host()) : http;
    }

    /** The token is a secret: shown is only that there is one. */
    @Override
    public String toString() {
        return "NodeOptions[id=" + id + ", peers=" + peers + ", join="
                + join.map(URI::toString).orElse("-") + ", raft=" + raft
                + ", http=" + http + ", admin=" + admin + ", data=" + data + ", warehouse=" + warehouse + ", profile="
                + profile + ", config=" + config.map(Path::toString).orElse("-") + ", token="
                + (token.isPresent() ? "set" : "-") + ", home="
                + home.map(Path::toString).orElse("-") + "]";
    }
}
