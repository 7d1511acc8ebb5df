package io.ams.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * TCP ports that nobody listens on just now. They lie below those that the system gives to outgoing connections, so that a node
 * that is down for a while finds its port free when it comes back.
 */
public final class FreePorts {
    private static final int LOWEST = 15_000;
    private static final int HIGHEST = 32_000;
    /** So many JVMs may run tests side by side; each looks in a range of its own. */
    private static final int FORKS = 4;

    private static final int RANGE = (HIGHEST - LOWEST) / FORKS;
    private static final int FIRST = LOWEST + Integer.getInteger("ams.test.fork", 1) % FORKS * RANGE;

    private FreePorts() {}

    /** So many different ones. Where it looks is random, so that one that was given a moment ago is seldom given again. */
    public static List<Integer> take(int count) {
        List<Integer> ports = new ArrayList<>();
        int begin = ThreadLocalRandom.current().nextInt(RANGE);
        for (int tried = 0; ports.size() < count; tried++) {
            if (tried == RANGE) {
                throw new IllegalStateException("no " + count + " free ports from " + FIRST + " to " + (FIRST + RANGE));
            }
            int candidate = FIRST + (begin + tried) % RANGE;
            if (isFree(candidate)) {
                ports.add(candidate);
            }
        }
        return ports;
    }

    /** The first of so many free ones in a row, where those so far above them are free as well. */
    public static int row(int count, int above) {
        for (int tried = 0; tried < RANGE; tried++) {
            int first = FIRST + ThreadLocalRandom.current().nextInt(RANGE - count - above);
            if (IntStream.range(first, first + count).allMatch(port -> isFree(port) && isFree(port + above))) {
                return first;
            }
        }
        throw new IllegalStateException(
                "no " + count + " free ports in a row from " + FIRST + " to " + (FIRST + RANGE));
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
