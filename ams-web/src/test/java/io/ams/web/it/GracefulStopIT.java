package io.ams.web.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ams.testkit.process.Answer;
import io.ams.testkit.process.NodeHttp;
import io.ams.testkit.process.ProcessCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class GracefulStopIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int SOME = 50;

    @RegisterExtension
    static final ProcessCluster CLUSTER = ProcessCluster.of(3);

    @Test
    void aLeaderThatIsStoppedUnderLoadServesUntilItHasHandedEverythingOver() throws Exception {
        String leader = CLUSTER.leader();
        List<String> left = CLUSTER.others(leader);
        try (Load load =
                Load.start("stopped", left.stream().map(CLUSTER::http).toList(), Long.MAX_VALUE, Long.MAX_VALUE)) {
            awaitMore(load);
            long begin = System.nanoTime();
            CompletableFuture<Integer> exit = CompletableFuture.supplyAsync(() -> CLUSTER.stop(leader));
            Set<String> lifecycles = lifecyclesUntilItIsGone(CLUSTER.http(leader));
            assertThat(exit.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isZero();
            System.out.println("graceful stop of a leader under load: "
                    + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin) + " ms");
            assertThat(lifecycles).contains("STOPPING");
            assertThat(CLUSTER.http(left.get(0))
                            .get("/api/v1/nodes/" + leader)
                            .good()
                            .path("buckets")
                            .asInt())
                    .isZero();
            awaitMore(load);
            load.stop();
            assertThat(load.ledger().troubles()).isEmpty();
            for (String id : left) {
                load.ledger().assertKept(CLUSTER.http(id));
            }
        }
        CLUSTER.restart(leader);
        CLUSTER.awaitReady(leader);
    }

    private static void awaitMore(Load load) {
        int before = load.ledger().acknowledged().size();
        await("commits")
                .atMost(PATIENCE)
                .until(() -> load.ledger().acknowledged().size() > before + SOME);
    }

    private static Set<String> lifecyclesUntilItIsGone(NodeHttp node) {
        Set<String> seen = new TreeSet<>();
        await("the end of " + node.base())
                .atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    try {
                        Answer answer = node.get("/api/v1/nodes/self");
                        if (answer.status() == 200) {
                            seen.add(answer.body().path("lifecycle").asText());
                        }
                        // At its very end it says that it takes no more requests.
                        return answer.status() == 503;
                    } catch (IOException gone) {
                        return true;
                    }
                });
        return seen;
    }
}
