package io.ams.web.address;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A member of the cluster that a node is started with: its id and where its Raft server listens.
 *
 * @param id 1 to 64 letters, digits, {@code .}, {@code _} or {@code -}, beginning with a letter or digit
 */
public record PeerAddress(String id, HostPort raft) {
    /** What an id may look like. */
    public static final String ID_PATTERN = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";

    public PeerAddress {
        if (!id.matches(ID_PATTERN)) {
            throw new IllegalArgumentException("'" + id + "' is not a node id: " + ID_PATTERN);
        }
    }

    /** Reads {@code n1=h1:9871,n2=h2:9871}. Throws {@link IllegalArgumentException} with what is wrong with it. */
    public static List<PeerAddress> parseList(String text) {
        List<PeerAddress> peers =
                Arrays.stream(text.split(",", -1)).map(PeerAddress::parse).toList();
        Set<String> ids = new LinkedHashSet<>();
        Set<HostPort> addresses = new LinkedHashSet<>();
        for (PeerAddress peer : peers) {
            if (!ids.add(peer.id)) {
                throw new IllegalArgumentException("peer " + peer.id + " is named twice");
            }
            if (!addresses.add(peer.raft)) {
                throw new IllegalArgumentException("address " + peer.raft + " is given to two peers");
            }
        }
        return peers;
    }

    private static PeerAddress parse(String text) {
        int equals = text.indexOf('=');
        if (equals <= 0) {
            throw new IllegalArgumentException("'" + text + "' is not id=host:port");
        }
        HostPort raft = HostPort.parse(text.substring(equals + 1));
        if (raft.port() == 0 || raft.isWildcard()) {
            throw new IllegalArgumentException("peer " + text + ": other nodes must be able to reach that address");
        }
        return new PeerAddress(text.substring(0, equals), raft);
    }

    @Override
    public String toString() {
        return id + "=" + raft;
    }
}
