package io.ams.web.cli;

import io.ams.raft.node.ExitCode;
import io.ams.raft.node.StartRefusedException;
import io.ams.web.address.HostPort;
import io.ams.web.server.NodeOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Finds out before anything is started that an address cannot be listened on, so that the message can name the option. */
final class FreePorts {
    private FreePorts() {}

    /** Throws {@link StartRefusedException} for the first address that is taken or does not exist. */
    static void require(NodeOptions options) {
        Map<String, HostPort> addresses = new LinkedHashMap<>();
        addresses.put("--http", options.http());
        // What others call this node need not be an address of this machine: behind NAT it is not.
        HostPort raft = options.raft();
        addresses.put("--raft", raft.isLoopback() ? raft : raft.withHost("0.0.0.0"));
        addresses.put("--admin", options.admin());
        addresses.forEach(FreePorts::requireFree);
    }

    private static void requireFree(String option, HostPort address) {
        InetAddress host = resolve(option, address);
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(host, address.port()));
        } catch (IOException e) {
            throw new StartRefusedException(
                    ExitCode.PORT_TAKEN,
                    "cannot listen on " + address + " (" + option + "): " + e.getMessage()
                            + "; stop the process that has it, or choose another address");
        }
    }

    private static InetAddress resolve(String option, HostPort address) {
        try {
            return InetAddress.getByName(address.host());
        } catch (UnknownHostException e) {
            throw new StartRefusedException(ExitCode.USAGE, option + ": host " + address.host() + " is not known here");
        }
    }
}
