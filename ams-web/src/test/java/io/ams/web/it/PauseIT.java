package io.ams.web.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ams.testkit.process.Answer;
import io.ams.testkit.process.NodeHttp;
import io.ams.testkit.process.ProcessCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PauseIT {
    private static final int ROUNDS = 2;

    @RegisterExtension
    static final ProcessCluster CLUSTER = ProcessCluster.of(3);

    @Test
    void aLeaderThatSleptThroughAnElectionNeverAnswersAStrictReadFromItsOldState() throws IOException {
        RawTable table = RawTable.create(CLUSTER.http("n1"), "slept");
        for (int round = 0; round < ROUNDS; round++) {
            String setting = "/api/v1/settings/x.round";
            String value = "round-" + round;
            String leader = CLUSTER.leader();
            CLUSTER.pause(leader);
            NodeHttp other = CLUSTER.http(CLUSTER.others(leader).get(0));
            put(other.with("Idempotency-Key", value), setting, value);
            RawTable.State state = RawTable.State.of(table.load(other).good());
            assertThat(table.append(other, state, round + 1, System.currentTimeMillis())
                            .status())
                    .isEqualTo(200);

            CLUSTER.resume(leader);
            NodeHttp slept = CLUSTER.http(leader);
            assertThat(definite(slept, setting).body().path("value").asText())
                    .as("setting in round %d", round)
                    .isEqualTo(value);
            RawTable.State seen = RawTable.State.of(table.load(slept).good());
            assertThat(seen.snapshot()).as("snapshot in round %d", round).isEqualTo(round + 1);
            CLUSTER.assertAgreement();
        }
    }

    /** Until another leads the node may not know the outcome; with the same key it is one write. */
    private static void put(NodeHttp node, String setting, String value) {
        await("write through " + node.base())
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> node.put(setting, Map.of("value", value)).status() == 200);
    }

    /** The first answer that is not "not now". */
    private static Answer definite(NodeHttp node, String path) {
        return await("strict read from " + node.base())
                .atMost(Duration.ofSeconds(20))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> node.get(path), answer -> answer.status() < 500);
    }
}
