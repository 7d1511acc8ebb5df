package io.ams.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ams.op.Operations;
import io.ams.op.Settings;
import io.ams.proto.BucketRow;
import io.ams.proto.SettingPut;
import io.ams.raft.Replica;
import io.ams.raft.Submission;
import io.ams.raft.node.AmsNode;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.Rows;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who owns the buckets, while modes change and nodes die. */
class OwnershipTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** What a table may be without an owner at most, when its node has died. */
    private static final Duration REASSIGNED = Duration.ofSeconds(5);

    @TempDir
    Path directory;

    private static List<BucketRow> buckets(Replica node) {
        return node.reader()
                .readLocal(view -> Rows.values(view, Columns.BUCKETS, KeyRange.all()))
                .value();
    }

    private static Map<String, Long> owned(Replica node) {
        return buckets(node).stream()
                .collect(Collectors.groupingBy(BucketRow::getOwner, TreeMap::new, Collectors.counting()));
    }

    private static void awaitOwned(LocalCluster cluster, Map<String, Long> expected) {
        await("buckets spread as " + expected)
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(owned(cluster.leader())).isEqualTo(expected));
    }

    private static void mode(LocalCluster cluster, String mode) throws Exception {
        SettingPut body = SettingPut.newBuilder()
                .setKey(Settings.OWNERSHIP_MODE.key())
                .setValue(mode)
                .build();
        assertThat(cluster.followers()
                        .get(0)
                        .submitter()
                        .submit(Operations.SETTING_PUT, body, Submission.by("test"))
                        .toCompletableFuture()
                        .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                        .isAccepted())
                .isTrue();
    }

    @Test
    void bucketsFollowTheModeAndLeaveADeadNode() throws Exception {
        try (LocalCluster cluster = new LocalCluster(directory, 3, Map.of()).start()) {
            Map<String, Long> spread = Map.of("n1", 86L, "n2", 85L, "n3", 85L);
            await("a fair share each")
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(owned(cluster.leader()).values())
                            .containsExactlyInAnyOrderElementsOf(spread.values()));
            mode(cluster, "leader");
            awaitOwned(cluster, Map.of(cluster.leader().status().nodeId(), 256L));
            mode(cluster, "balanced");
            await("a fair share again")
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(owned(cluster.leader()).values())
                            .containsExactlyInAnyOrderElementsOf(spread.values()));

            AmsNode dies = cluster.followers().get(0);
            String dead = dies.status().nodeId();
            long diedAt = System.currentTimeMillis();
            cluster.drop(dead);
            await("no bucket with " + dead)
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(owned(cluster.leader())).doesNotContainKey(dead));
            long lastMoved = buckets(cluster.leader()).stream()
                    .mapToLong(BucketRow::getSinceMillis)
                    .max()
                    .orElseThrow();
            System.out.println("buckets of a dead node have new owners after " + (lastMoved - diedAt) + " ms");
            assertThat(Duration.ofMillis(lastMoved - diedAt)).isLessThanOrEqualTo(REASSIGNED);
            cluster.assertAgreement();
        }
    }
}
