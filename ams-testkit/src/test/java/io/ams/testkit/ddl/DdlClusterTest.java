package io.ams.testkit.ddl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ams.proto.DdlMode;
import io.ams.testkit.LocalCluster;
import io.ams.testkit.ddl.history.DdlLoad;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Eight shards of each mode announce through all nodes of a cluster while its leader changes: one order explains all answers. */
class DdlClusterTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final List<DdlMode> MODES =
            List.of(DdlMode.OPTIMISTIC, DdlMode.PESSIMISTIC, DdlMode.STRICT_OPTIMISTIC);
    private static final int ANNOUNCEMENTS = 100;

    /** After so many announcements of all groups another node leads. */
    private static final int A_TERM = 75;

    @TempDir
    Path directory;

    private final ReplicaDoor door = new ReplicaDoor(3);

    @Test
    void historiesAreLinearizableWhileLeadersChange() {
        long seed = System.nanoTime();
        System.out.println("history of shard DDL in one JVM: seed " + seed);
        List<DdlLoad> loads = new ArrayList<>();
        try (LocalCluster cluster = new LocalCluster(directory, 3, Map.of()).start()) {
            Replicas.addNamespace(cluster.leader());
            cluster.nodes().forEach(node -> door.set(number(node.status().nodeId()), node));
            DdlDriver driver = new DdlDriver(cluster::leader);
            for (DdlMode mode : MODES) {
                int format = mode == DdlMode.OPTIMISTIC ? 3 : 2;
                driver.createGroup(mode.name(), mode, DdlDriver.policies(), DdlDriver.emptyShape(format));
                loads.add(DdlLoad.start(door, mode.name(), mode, format, seed + loads.size(), ANNOUNCEMENTS));
            }
            disturb(cluster, loads);
            for (DdlLoad load : loads) {
                load.await(PATIENCE);
                load.lookEverywhere();
                System.out.println(
                        load.history().group() + ": " + load.history().counts());
                assertThat(load.history().disagreement())
                        .as("seed %s, group %s", seed, load.history().group())
                        .isEmpty();
            }
            cluster.assertAgreement();
        } finally {
            loads.forEach(DdlLoad::close);
        }
    }

    private static int number(String node) {
        return Integer.parseInt(node.substring(1)) - 1;
    }

    /** In turn the leader hands over, and is ended without a goodbye and started again. */
    private void disturb(LocalCluster cluster, List<DdlLoad> loads) {
        for (int round = 0; !isOver(loads); round++) {
            long until = announcements(loads) + A_TERM;
            await("announcements").atMost(PATIENCE).until(() -> isOver(loads) || announcements(loads) >= until);
            if (round % 2 == 0) {
                cluster.handOver();
            } else {
                drop(cluster);
            }
        }
    }

    private static boolean isOver(List<DdlLoad> loads) {
        return loads.stream().allMatch(DdlLoad::isOver);
    }

    private static long announcements(List<DdlLoad> loads) {
        return loads.stream().mapToLong(DdlLoad::announcements).sum();
    }

    private void drop(LocalCluster cluster) {
        String leader = cluster.leader().status().nodeId();
        door.set(number(leader), null);
        cluster.drop(leader);
        assertThat(cluster.leader().status().nodeId()).isNotEqualTo(leader);
        door.set(number(leader), cluster.start(leader));
        cluster.awaitReady(leader);
    }
}
