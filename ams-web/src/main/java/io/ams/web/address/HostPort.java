package io.ams.web.address;

import java.net.URI;
import java.util.Locale;
import java.util.Set;

/**
 * A host and a TCP port, written {@code host:port}; an IPv6 address stands in brackets.
 *
 * @param host name or address, without brackets
 * @param port 0 to 65535; 0 lets the system choose
 */
public record HostPort(String host, int port) {
    private static final Set<String> WILDCARDS = Set.of("0.0.0.0", "::", "0:0:0:0:0:0:0:0");

    public HostPort {
        if (host.isEmpty() || host.chars().anyMatch(c -> c <= ' ' || c == '/' || c == ',' || c == '=' || c == '@')) {
            throw new IllegalArgumentException("'" + host + "' is not a host name or address");
        }
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("port " + port + " is not between 0 and 65535");
        }
    }

    /** Reads {@code host:port}. Throws {@link IllegalArgumentException} with what is wrong with it. */
    public static HostPort parse(String text) {
        int colon = text.lastIndexOf(':');
        if (colon <= 0 || colon == text.length() - 1) {
            throw new IllegalArgumentException("'" + text + "' is not host:port");
        }
        String host = text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.indexOf(':') >= 0) {
            throw new IllegalArgumentException("'" + text + "': an IPv6 address is written [" + host + "]:port");
        }
        try {
            return new HostPort(host, Integer.parseInt(text.substring(colon + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is not host:port: the port is not a number", e);
        }
    }

    /** Whether only this machine can reach it. Looks at the text alone: no name is resolved. */
    public boolean isLoopback() {
        String lower = host.toLowerCase(Locale.ROOT);
        return lower.equals("localhost")
                || lower.equals("::1")
                || lower.equals("0:0:0:0:0:0:0:1")
                || lower.matches("127(\\.\\d{1,3}){3}");
    }

    /** Whether it means every address of this machine. */
    public boolean isWildcard() {
        return WILDCARDS.contains(host);
    }

    public HostPort withHost(String other) {
        return new HostPort(other, port);
    }

    public HostPort withPort(int other) {
        return new HostPort(host, other);
    }

    /** {@code http://host:port}, with the loopback address in place of a wildcard. */
    public URI httpUri() {
        return URI.create("http://" + (isWildcard() ? withHost("127.0.0.1") : this));
    }

    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
