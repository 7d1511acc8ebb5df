package io.ams.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * TCP ports that nobody listens on just now. They lie below those that the system gives to outgoing connections, so that a node
 * that is down for a while finds its port free when it comes back.
 */
public final class FreePorts {
    private static final int LOWEST = 15_000;
    private static final int HIGHEST = 32_000;

    private FreePorts() {}

    /** So many different ones. Where it looks is random, so that tests that run side by side seldom meet. */
    public static List<Integer> take(int count) {
        List<Integer> ports = new ArrayList<>();
        int candidate = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
        for (int tried = LOWEST; ports.size() < count; tried++) {
            if (tried == HIGHEST) {
                throw new IllegalStateException("no " + count + " free ports from " + LOWEST + " to " + HIGHEST);
            }
            if (isFree(candidate)) {
                ports.add(candidate);
            }
            candidate = candidate + 1 < HIGHEST ? candidate + 1 : LOWEST;
        }
        return ports;
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
