package io.ams.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.BucketMove;
import io.ams.proto.BucketRow;
import io.ams.proto.BucketsAssign;
import io.ams.proto.NodeState;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.Rows;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AssignmentPlannerTest {
    private static final int RANDOM_STATES = 150;
    private static final String LEADER = "n0";

    private final AssignmentPlanner planner = new AssignmentPlanner();

    static LongStream seeds() {
        return LongStream.range(1, RANDOM_STATES + 1);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void onePassLeavesNoBucketWithoutAnEligibleOwner(long seed) {
        Set<String> alive = alive();
        AssignmentScene scene = AssignmentScene.random(new SplittableRandom(seed), alive);
        Set<String> eligible = scene.eligible(alive);

        plan(scene, alive).ifPresent(scene::apply);

        if (eligible.isEmpty()) {
            assertThat(plan(scene, alive)).isEmpty();
        } else {
            assertThat(scene.owners()).hasSize(scene.buckets);
            assertThat(eligible).containsAll(scene.owners().values());
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void convergesToABalanceThatIsAsGoodAsTheHardestBucketAllows(long seed) {
        Set<String> alive = alive();
        SplittableRandom random = new SplittableRandom(seed);
        AssignmentScene scene = AssignmentScene.random(random, alive);
        forgetPlacesByHand(scene);
        Set<String> eligible = scene.eligible(alive);

        int passes = settle(scene, alive);

        assertThat(passes).isLessThanOrEqualTo(3 + scene.buckets / AssignmentPlanner.BALANCING_MOVES);
        if (!eligible.isEmpty()) {
            Map<String, Long> work = scene.work(eligible);
            assertThat(Collections.max(work.values()) - Collections.min(work.values()))
                    .isLessThanOrEqualTo(scene.hardestBucket());
            Map<String, Long> shares = scene.shares(eligible);
            long fewest = Collections.min(shares.values());
            Map<String, Long> empties = scene.empties(eligible);
            shares.forEach((node, share) -> {
                if (share > fewest + 1) {
                    assertThat(empties).as("what %s could give away", node).containsEntry(node, 0L);
                }
            });
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void bucketsPlacedByHandStayWithAnEligibleOwner(long seed) {
        Set<String> alive = alive();
        AssignmentScene scene = AssignmentScene.random(new SplittableRandom(seed), alive);
        Set<String> eligible = scene.eligible(alive);
        Map<Integer, String> before = scene.owners();
        Set<Integer> byHand = new TreeSet<>();
        Rows.values(scene.view(), Columns.BUCKETS, KeyRange.all()).stream()
                .filter(row -> row.getByHand() && eligible.contains(row.getOwner()))
                .forEach(row -> byHand.add(row.getBucket()));

        settle(scene, alive);

        byHand.forEach(bucket -> assertThat(scene.owners().get(bucket)).isEqualTo(before.get(bucket)));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void equalStatesGiveEqualPlansWithinTheLimit(long seed) {
        Set<String> alive = alive();
        AssignmentScene scene = AssignmentScene.random(new SplittableRandom(seed), alive);
        Set<String> eligible = scene.eligible(alive);
        Set<String> otherOrder = new TreeSet<>(Collections.reverseOrder());
        otherOrder.addAll(alive);

        Optional<BucketsAssign> plan = plan(scene, alive);

        assertThat(plan(scene, otherOrder)).isEqualTo(plan);
        long forBalance = plan.map(command -> command.getMovesList().stream()
                        .filter(move -> scene.view()
                                .get(Columns.BUCKETS, move.getBucket())
                                .filter(row -> eligible.contains(row.getOwner()))
                                .isPresent())
                        .count())
                .orElse(0L);
        assertThat(forBalance).isLessThanOrEqualTo(AssignmentPlanner.BALANCING_MOVES);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void theLastMoveOfAPlanForBalanceIsNeeded(long seed) {
        Set<String> alive = alive();
        AssignmentScene scene = AssignmentScene.random(new SplittableRandom(seed), alive);
        forgetPlacesByHand(scene);
        plan(scene, alive).ifPresent(scene::apply);
        Optional<BucketsAssign> plan = plan(scene, alive);
        if (plan.isEmpty()) {
            return;
        }
        BucketsAssign allButLast = plan.get().toBuilder()
                .removeMoves(plan.get().getMovesCount() - 1)
                .build();

        scene.apply(allButLast);

        assertThat(plan(scene, alive)).isPresent();
    }

    @Test
    void emptyBucketsMoveNoMoreOftenThanTheEvenShareNeeds() {
        AssignmentScene scene = scene(256, "n0", "n1", "n2");
        for (int bucket = 0; bucket < 256; bucket++) {
            scene.bucket(bucket, bucket < 200 ? "n0" : "n1", 1, false);
        }
        Map<Integer, String> before = scene.owners();

        settle(scene, Set.of("n0", "n1", "n2"));

        // Shares of 86, 85 and 85: 114 of the first node's buckets have to leave it, and no other bucket has to move.
        Map<Integer, String> after = scene.owners();
        long moved = before.keySet().stream()
                .filter(bucket -> !Objects.equals(before.get(bucket), after.get(bucket)))
                .count();
        assertThat(moved).isEqualTo(114);
        assertThat(scene.shares(Set.of("n0", "n1", "n2")))
                .containsEntry("n0", 86L)
                .containsEntry("n1", 85L);
    }

    @Test
    void aNodeThatJoinsGetsItsShareAndNothingElseMoves() {
        AssignmentScene scene = scene(256, "n0", "n1", "n2");
        settle(scene, Set.of("n0", "n1", "n2"));
        Map<Integer, String> before = scene.owners();
        scene.node("n3", NodeState.ACTIVE);

        settle(scene, Set.of("n0", "n1", "n2", "n3"));

        scene.owners().forEach((bucket, owner) -> assertThat(owner).isIn(before.get(bucket), "n3"));
        assertThat(scene.shares(Set.of("n3"))).containsEntry("n3", 64L);
    }

    /** Once the tables of all went to whoever came last, as the largest things that could be moved. */
    @Test
    void aNodeThatComesBackTakesItsShareOfTheTablesAndNoMore() {
        Set<String> three = Set.of("n0", "n1", "n2");
        AssignmentScene scene = scene(256, "n0", "n1", "n2");
        settle(scene, three);
        for (int table = 0; table < 6; table++) {
            scene.table("t" + table, table * 40, 0, 0);
        }
        settle(scene, three);
        assertThat(scene.work(three).values()).containsOnly(2L);
        settle(scene, Set.of("n0", "n1"));
        assertThat(scene.work(three).values()).containsExactlyInAnyOrder(3L, 3L, 0L);

        settle(scene, three);

        assertThat(scene.work(three).values()).allMatch(work -> work >= 1 && work <= 3);
        assertThat(Collections.max(scene.work(three).values())
                        - Collections.min(scene.work(three).values()))
                .isLessThanOrEqualTo(1);
        assertThat(scene.shares(three).values()).containsExactlyInAnyOrder(86L, 85L, 85L);
    }

    @Test
    void theBucketsOfADeadNodeMoveAtOnceHoweverMany() {
        AssignmentScene scene = scene(256, "n0", "n1");
        for (int bucket = 0; bucket < 256; bucket++) {
            scene.bucket(bucket, "n1", 3, bucket == 0);
        }

        BucketsAssign plan = plan(scene, Set.of("n0")).orElseThrow();

        assertThat(plan.getMovesCount()).isEqualTo(256);
        assertThat(plan.getMovesList()).extracting(BucketMove::getOwner).containsOnly("n0");
        assertThat(plan.getMovesList()).extracting(BucketMove::getExpectedEpoch).containsOnly(3L);
        assertThat(plan.getByHand()).isFalse();
    }

    @Test
    void aDrainingNodeGivesItsBucketsAwayThoughItIsAlive() {
        AssignmentScene scene = scene(8, "n0", "n1");
        settle(scene, Set.of("n0", "n1"));
        scene.node("n1", NodeState.DRAINING);

        scene.apply(plan(scene, Set.of("n0", "n1")).orElseThrow());

        assertThat(scene.owners().values()).containsOnly("n0");
    }

    @Test
    void inLeaderModeTheLeaderOwnsAllEvenWhatWasPlacedByHand() {
        AssignmentScene scene = scene(8, "n0", "n1");
        settle(scene, Set.of("n0", "n1"));
        scene.bucket(5, "n1", 7, true);
        scene.leaderMode();

        scene.apply(plan(scene, Set.of("n0", "n1")).orElseThrow());

        assertThat(scene.owners().values()).containsOnly(LEADER);
        assertThat(plan(scene, Set.of("n0", "n1"))).isEmpty();
    }

    @Test
    void inLeaderModeALeaderThatDrainsLeavesTheBucketsToTheOthers() {
        AssignmentScene scene = scene(8, "n0", "n1", "n2");
        scene.leaderMode();
        scene.node(LEADER, NodeState.DRAINING);

        settle(scene, Set.of("n0", "n1", "n2"));

        assertThat(scene.shares(Set.of("n1", "n2"))).containsEntry("n1", 4L).containsEntry("n2", 4L);
    }

    @Test
    void busyTablesOnOneNodeAreSpread() {
        AssignmentScene scene = scene(8, "n0", "n1");
        settle(scene, Set.of("n0", "n1"));
        scene.owners().forEach((bucket, owner) -> {
            if (bucket < 4 && owner.equals("n0")) {
                scene.table("hot" + bucket, bucket, 60, 0);
            }
        });
        assertThat(scene.work(Set.of("n0", "n1"))).containsEntry("n0", 14L).containsEntry("n1", 0L);

        BucketsAssign plan = plan(scene, Set.of("n0", "n1")).orElseThrow();
        scene.apply(plan);

        // A busy one there, an empty one back.
        assertThat(plan.getMovesCount()).isEqualTo(2);
        assertThat(scene.work(Set.of("n0", "n1"))).containsEntry("n0", 7L).containsEntry("n1", 7L);
        assertThat(scene.shares(Set.of("n0", "n1"))).containsEntry("n0", 4L).containsEntry("n1", 4L);
    }

    @Test
    void loadsThatDifferByNoMoreThanTheHeaviestBucketAreLeftAlone() {
        AssignmentScene scene = scene(8, "n0", "n1");
        settle(scene, Set.of("n0", "n1"));

        scene.table("hot", 0, 60, 0);

        assertThat(plan(scene, Set.of("n0", "n1"))).isEmpty();
    }

    @Test
    void withoutAClusterOrAnybodyEligibleThereIsNoPlan() {
        AssignmentScene nobody = scene(8);
        nobody.node("n0", NodeState.JOINING);

        assertThat(plan(nobody, Set.of("n0"))).isEmpty();
        assertThat(planner.plan(new io.ams.store.MemoryStore().live(), new Contacts(LEADER, Set.of(LEADER))))
                .isEmpty();
    }

    private static AssignmentScene scene(int buckets, String... active) {
        AssignmentScene scene = new AssignmentScene(buckets);
        for (String node : active) {
            scene.node(node, NodeState.ACTIVE);
        }
        return scene;
    }

    /** The leader hears from itself. */
    private static Set<String> alive() {
        return new TreeSet<>(Set.of(LEADER));
    }

    private static void forgetPlacesByHand(AssignmentScene scene) {
        for (BucketRow row : Rows.values(scene.view(), Columns.BUCKETS, KeyRange.all())) {
            scene.bucket(row.getBucket(), row.getOwner(), row.getEpoch(), false);
        }
    }

    private Optional<BucketsAssign> plan(AssignmentScene scene, Set<String> alive) {
        return planner.plan(scene.view(), new Contacts(LEADER, alive)).map(proposal -> proposal.body());
    }

    /** Plans and applies until there is nothing to do; returns how often. */
    private int settle(AssignmentScene scene, Set<String> alive) {
        for (int passes = 0; passes < 1000; passes++) {
            Optional<BucketsAssign> plan = plan(scene, alive);
            if (plan.isEmpty()) {
                return passes;
            }
            scene.apply(plan.get());
        }
        throw new AssertionError("no end after 1000 plans");
    }
}
