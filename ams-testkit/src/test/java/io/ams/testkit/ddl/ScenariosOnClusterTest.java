package io.ams.testkit.ddl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ams.raft.Replica;
import io.ams.raft.node.AmsNode;
import io.ams.testkit.LocalCluster;
import io.ams.testkit.SoloReplica;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every scenario of the reference on three real nodes: all side by side, another leader after every step, and a follower that
 * misses so much of the log, twice, that it has to be sent the state. All three end with the same state, and every group as on a
 * replica that is alone.
 */
class ScenariosOnClusterTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Pattern LOG_FILE = Pattern.compile("log_(?:inprogress_)?([0-9]+).*");
    private static final int WORKERS = 8;

    /** The rounds in which one node is away; in the others the leader is stopped, as then there is a majority without it. */
    private static final List<Integer> FIRST_ABSENCE = List.of(1, 2, 3);

    private static final int SECOND_ABSENCE = 6;

    private static final Map<String, String> SHORT_LOG = Map.of(
            "raft.server.log.segment.size.max", "64KB",
            "raft.server.log.preallocated.size", "64KB",
            "raft.server.log.purge.gap", "1",
            "raft.server.log.purge.preservation.log.num", "0");

    @TempDir
    Path directory;

    private final AtomicInteger asked = new AtomicInteger();

    /** A scenario and the group it is played with. */
    private record Play(Scenario scenario, DdlScene scene) {
        void step(int number) {
            List<Consumer<DdlScene>> steps = scenario.steps();
            if (number < steps.size()) {
                try {
                    steps.get(number).accept(scene);
                } catch (AssertionError e) {
                    throw new AssertionError(scenario + ", step " + number + ": " + e.getMessage(), e);
                }
            }
        }
    }

    @Test
    void everyScenarioEndsTheSameWhileLeadersChangeAndAFollowerIsSentTheState() throws Exception {
        ExecutorService workers = Executors.newFixedThreadPool(WORKERS);
        try (LocalCluster cluster = new LocalCluster(directory, 3, SHORT_LOG).start()) {
            Replicas.addNamespace(cluster.leader());
            DdlDriver driver = new DdlDriver(() -> someNode(cluster));
            List<Play> plays = Scenarios.all().stream()
                    .map(scenario -> new Play(scenario, scenario.open(driver, false)))
                    .toList();
            play(cluster, plays, workers);
            cluster.assertAgreement();
            assertSameAsAlone(plays);
        } finally {
            workers.shutdownNow();
        }
    }

    private Replica someNode(LocalCluster cluster) {
        List<AmsNode> nodes = List.copyOf(cluster.nodes());
        return nodes.get(Math.floorMod(asked.getAndIncrement(), nodes.size()));
    }

    private void play(LocalCluster cluster, List<Play> plays, ExecutorService workers) throws Exception {
        int rounds = plays.stream()
                .mapToInt(play -> play.scenario().steps().size())
                .max()
                .orElseThrow();
        assertThat(rounds).isGreaterThan(SECOND_ABSENCE + 3);
        Optional<Absent> absent = Optional.empty();
        for (int round = 0; round < rounds; round++) {
            if (round == FIRST_ABSENCE.get(0) || round == SECOND_ABSENCE) {
                absent = Optional.of(stopFollower(cluster));
            }
            playRound(plays, round, workers);
            if (absent.isPresent()) {
                cluster.handOver();
            } else {
                stopLeader(cluster);
            }
            if (round == FIRST_ABSENCE.get(FIRST_ABSENCE.size() - 1) || round == rounds - 1) {
                bringBack(cluster, absent.orElseThrow());
                absent = Optional.empty();
            }
        }
    }

    private static void playRound(List<Play> plays, int round, ExecutorService workers) throws Exception {
        List<Callable<Void>> steps = new ArrayList<>();
        for (Play play : plays) {
            steps.add(() -> {
                play.step(round);
                return null;
            });
        }
        for (Future<Void> done : workers.invokeAll(steps)) {
            done.get();
        }
    }

    private static void stopLeader(LocalCluster cluster) {
        String leader = cluster.leader().status().nodeId();
        cluster.stop(leader);
        assertThat(cluster.leader().status().nodeId()).isNotEqualTo(leader);
        cluster.start(leader);
        cluster.awaitReady(leader);
    }

    /** A node that is away since this index of the log. */
    private record Absent(String node, long index) {}

    private static Absent stopFollower(LocalCluster cluster) {
        AmsNode follower = cluster.followers().get(1);
        Absent absent = new Absent(follower.status().nodeId(), follower.status().appliedIndex());
        cluster.stop(absent.node());
        return absent;
    }

    /** Starts the node again once nobody has the log any more that it lacks. */
    private void bringBack(LocalCluster cluster, Absent absent) throws Exception {
        for (AmsNode node : cluster.nodes()) {
            node.snapshot().toCompletableFuture().get(30, TimeUnit.SECONDS);
        }
        for (AmsNode node : cluster.nodes()) {
            Path data = cluster.settingsOf(node.status().nodeId()).data();
            await("the log of " + node.status().nodeId() + " cut behind " + absent.index())
                    .atMost(PATIENCE)
                    .ignoreExceptionsInstanceOf(UncheckedIOException.class)
                    .until(() -> startOfLog(data) > absent.index() + 1);
        }
        cluster.start(absent.node());
        cluster.awaitReady(absent.node());
    }

    private static long startOfLog(Path data) throws IOException {
        try (Stream<Path> files = Files.walk(data)) {
            return files.map(file -> LOG_FILE.matcher(file.getFileName().toString()))
                    .filter(Matcher::matches)
                    .mapToLong(name -> Long.parseLong(name.group(1)))
                    .min()
                    .orElseThrow();
        }
    }

    private static void assertSameAsAlone(List<Play> plays) {
        SoloReplica alone = Replicas.solo();
        DdlDriver driver = new DdlDriver(() -> alone);
        for (Play play : plays) {
            DdlScene scene = play.scenario().open(driver, false);
            play.scenario().steps().forEach(step -> step.accept(scene));
            assertThat(GroupPicture.of(play.scene())).as("%s", play.scenario()).isEqualTo(GroupPicture.of(scene));
        }
    }
}
