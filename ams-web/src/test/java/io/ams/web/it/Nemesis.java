package io.ams.web.it;

import static org.awaitility.Awaitility.await;

import io.ams.testkit.Dice;
import io.ams.testkit.process.NodeHttp;
import io.ams.testkit.process.ProcessCluster;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** Kills and pauses nodes of a cluster, the one that leads above all, one at a time, while others work. For the thread of the cluster. */
final class Nemesis extends Dice {
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final Duration POLL = Duration.ofMillis(20);
    private static final Duration LOOK = Duration.ofMillis(500);

    private final ProcessCluster cluster;
    private final LongSupplier progress;
    private final int steps;
    private final Map<String, Integer> done = new TreeMap<>();

    /**
     * @param progress grows as others work
     * @param steps how much it grows between two blows
     */
    Nemesis(ProcessCluster cluster, SplittableRandom random, LongSupplier progress, int steps) {
        super(random);
        this.cluster = cluster;
        this.progress = progress;
        this.steps = steps;
    }

    /** Strikes until the work has come so far; leaves all nodes running and ready. */
    void strikeUntil(long end) {
        while (true) {
            awaitProgress(Math.min(end, progress.getAsLong() + steps / 2 + below(steps)));
            if (progress.getAsLong() >= end) {
                return;
            }
            strike(end);
        }
    }

    private void awaitProgress(long until) {
        await("work that goes on").atMost(PATIENCE).pollInterval(POLL).until(() -> progress.getAsLong() >= until);
    }

    private void strike(long end) {
        String leader = cluster.leader();
        boolean leads = chance(70);
        List<String> others = cluster.others(leader);
        String victim = leads ? leader : of(others);
        boolean kill = chance(50);
        done.merge((leads ? "leader " : "follower ") + (kill ? "killed" : "paused"), 1, Integer::sum);
        // What is done without it is what it has missed when it comes back.
        long missed = Math.min(end, progress.getAsLong() + 10 + below(40));
        if (kill) {
            cluster.kill9(victim);
            awaitProgress(missed);
            cluster.restart(victim);
        } else {
            cluster.pause(victim);
            awaitProgress(missed);
            cluster.resume(victim);
        }
        awaitReady(victim);
    }

    /** Longer than the cluster itself waits for a node: the others go on at full speed, and the node has to catch up. */
    private void awaitReady(String victim) {
        NodeHttp node = cluster.http(victim).within(LOOK);
        await("node " + victim + " ready")
                .atMost(PATIENCE)
                .pollInterval(LOOK)
                .ignoreExceptions()
                .until(() -> node.get("/readyz/read").status() == 200
                        && node.get("/readyz/write").status() == 200);
    }

    /** What was done, and how often. */
    Map<String, Integer> done() {
        return new TreeMap<>(done);
    }
}
