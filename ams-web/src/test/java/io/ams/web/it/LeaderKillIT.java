package io.ams.web.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ams.testkit.process.NodeHttp;
import io.ams.testkit.process.ProcessCluster;
import io.ams.web.it.Ledger.Acknowledged;
import io.ams.web.it.Ledger.Trouble;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LeaderKillIT {
    private static final Duration BACK_WITHIN = Duration.ofSeconds(3);
    private static final int COMMITS_AFTER = 200;

    @RegisterExtension
    static final ProcessCluster CLUSTER = ProcessCluster.of(3);

    @Test
    void everyAcknowledgedCommitSurvivesAndServiceIsSoonBack() throws IOException {
        String leader = CLUSTER.leader();
        URI gone = CLUSTER.url(leader);
        List<String> left = CLUSTER.others(leader);
        String name = "kill-" + System.nanoTime();
        List<NodeHttp> nodes = CLUSTER.others().stream().map(CLUSTER::http).toList();
        try (Load load = Load.start(name, nodes, Long.MAX_VALUE, Long.MAX_VALUE);
                Appenders appenders =
                        Appenders.start(name, left.stream().map(CLUSTER::url).toList())) {
            await("load")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> load.ledger().acknowledged().size() > COMMITS_AFTER && appenders.acknowledged() > 10);

            long killed = System.nanoTime();
            CLUSTER.kill9(leader);
            await("commits after the kill")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> startedAfter(load.ledger(), killed).size() > COMMITS_AFTER);
            int appended = appenders.acknowledged();
            await("appends after the kill")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> appenders.acknowledged() > appended + 10);
            appenders.stop();
            load.stop();

            List<Acknowledged> after = startedAfter(load.ledger(), killed);
            Duration back = Duration.ofNanos(after.get(0).doneNanos() - killed);
            Duration longest = longestGap(load.ledger(), killed);
            System.out.println("leader kill: first new commit acknowledged after " + back.toMillis()
                    + " ms, longest time without one " + longest.toMillis() + " ms, answers "
                    + load.ledger().statuses());
            assertThat(appenders.errors()).as("what clients with a key saw").isEmpty();
            assertThat(load.ledger().troubles().stream()
                            .filter(trouble -> !trouble.node().equals(gone))
                            .map(Trouble::what))
                    .as("answers of nodes that were not killed, to requests with a key")
                    .isEmpty();
            assertThat(after).allSatisfy(commit -> assertThat(commit.node()).isNotEqualTo(gone));
            for (String id : left) {
                load.ledger().assertKept(CLUSTER.http(id));
            }
            appenders.assertKept(CLUSTER.url(left.get(0)));
            assertThat(back).isLessThan(BACK_WITHIN);
            assertThat(longest).isLessThan(BACK_WITHIN);
        }
        CLUSTER.restart(leader);
        CLUSTER.awaitReady(leader);
        // What it missed is there, read from its own state.
        CLUSTER.assertAgreement();
    }

    /** In the order in which they were acknowledged. */
    private static List<Acknowledged> startedAfter(Ledger ledger, long nanos) {
        return ledger.acknowledged().stream()
                .filter(commit -> commit.startedNanos() - nanos > 0)
                .sorted(Comparator.comparingLong(Acknowledged::doneNanos))
                .toList();
    }

    private static Duration longestGap(Ledger ledger, long from) {
        long last = from;
        long longest = 0;
        for (long done : ledger.acknowledged().stream()
                .mapToLong(Acknowledged::doneNanos)
                .filter(done -> done - from > 0)
                .sorted()
                .toArray()) {
            longest = Math.max(longest, done - last);
            last = done;
        }
        return Duration.ofNanos(longest);
    }
}
