package io.ams.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.op.Settings;
import io.ams.proto.BucketMove;
import io.ams.proto.BucketRow;
import io.ams.proto.BucketsAssign;
import io.ams.proto.ClusterRow;
import io.ams.proto.NodeRow;
import io.ams.proto.NodeState;
import io.ams.proto.SettingRow;
import io.ams.proto.TableBacklog;
import io.ams.proto.TableRow;
import io.ams.state.ChangeSet;
import io.ams.state.Column;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.Keys;
import io.ams.state.LogPosition;
import io.ams.state.Rows;
import io.ams.state.View;
import io.ams.store.MemoryStore;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntToLongFunction;

/** A cluster of nodes, buckets and tables on which plans are made and applied. */
final class AssignmentScene {
    final MemoryStore store = new MemoryStore();
    final int buckets;
    private long index;

    AssignmentScene(int buckets) {
        this.buckets = buckets;
        put(
                Columns.CLUSTER,
                Keys.Single.KEY,
                ClusterRow.newBuilder().setBucketCount(buckets).build());
    }

    /** Nodes in every state, dead ones among them, buckets anywhere, some by hand, tables of all sizes. */
    static AssignmentScene random(SplittableRandom random, Set<String> alive) {
        AssignmentScene scene = new AssignmentScene(random.nextInt(1, 257));
        int nodes = random.nextInt(1, 8);
        for (int i = 0; i < nodes; i++) {
            scene.node("n" + i, NodeState.forNumber(random.nextInt(1, 5)));
            if (random.nextInt(4) > 0) {
                alive.add("n" + i);
            }
        }
        for (int bucket = 0; bucket < scene.buckets; bucket++) {
            if (random.nextInt(4) > 0) {
                scene.bucket(bucket, "n" + random.nextInt(nodes + 1), random.nextInt(1, 100), random.nextInt(8) == 0);
            }
        }
        int tables = random.nextInt(300);
        for (int i = 0; i < tables; i++) {
            scene.table("t" + i, random.nextInt(scene.buckets), random.nextInt(20_000), random.nextLong(1L << 40));
        }
        return scene;
    }

    <K, V extends com.google.protobuf.MessageLite> void put(Column<K, V> column, K key, V row) {
        store.commit(ChangeSet.builder().put(column, key, row).build(), new LogPosition(1, ++index, 0));
    }

    void node(String id, NodeState state) {
        put(Columns.NODES, id, NodeRow.newBuilder().setId(id).setState(state).build());
    }

    void bucket(int bucket, String owner, long epoch, boolean byHand) {
        put(
                Columns.BUCKETS,
                bucket,
                BucketRow.newBuilder()
                        .setBucket(bucket)
                        .setOwner(owner)
                        .setEpoch(epoch)
                        .setByHand(byHand)
                        .build());
    }

    void table(String uuid, int bucket, long files, long bytes) {
        put(
                Columns.TABLES,
                uuid,
                TableRow.newBuilder()
                        .setUuid(uuid)
                        .setBucket(bucket)
                        .setBacklog(TableBacklog.newBuilder().setFiles(files).setBytes(bytes))
                        .build());
    }

    void leaderMode() {
        put(
                Columns.SETTINGS,
                Settings.OWNERSHIP_MODE.key(),
                SettingRow.newBuilder().setValue("leader").build());
    }

    View view() {
        return store.live();
    }

    /** Does what the command says, after checking that it is well formed. */
    void apply(BucketsAssign command) {
        Set<Integer> moved = new TreeSet<>();
        for (BucketMove move : command.getMovesList()) {
            BucketRow row = view().get(Columns.BUCKETS, move.getBucket()).orElse(BucketRow.getDefaultInstance());
            assertThat(moved.add(move.getBucket())).as("moved once").isTrue();
            assertThat(move.getExpectedEpoch()).isEqualTo(row.getEpoch());
            assertThat(move.getOwner()).isNotEqualTo(row.getOwner());
            bucket(move.getBucket(), move.getOwner(), row.getEpoch() + 1, command.getByHand());
        }
    }

    /** Owner by bucket. */
    Map<Integer, String> owners() {
        Map<Integer, String> owners = new TreeMap<>();
        Rows.values(view(), Columns.BUCKETS, KeyRange.all())
                .forEach(row -> owners.put(row.getBucket(), row.getOwner()));
        return owners;
    }

    long hardestBucket() {
        return java.util.Arrays.stream(BucketWeights.of(view(), buckets)).max().orElse(0);
    }

    /** Work by node, of those that are eligible. */
    Map<String, Long> work(Set<String> eligible) {
        long[] work = BucketWeights.of(view(), buckets);
        return sums(eligible, bucket -> work[bucket]);
    }

    /** Number of buckets by node, of those that are eligible. */
    Map<String, Long> shares(Set<String> eligible) {
        return sums(eligible, bucket -> 1);
    }

    /** Number of empty buckets by node, of those that are eligible. */
    Map<String, Long> empties(Set<String> eligible) {
        long[] work = BucketWeights.of(view(), buckets);
        return sums(eligible, bucket -> work[bucket] == 0 ? 1 : 0);
    }

    private Map<String, Long> sums(Set<String> eligible, IntToLongFunction figure) {
        Map<String, Long> sums = new TreeMap<>();
        eligible.forEach(node -> sums.put(node, 0L));
        owners().forEach((bucket, owner) ->
                sums.computeIfPresent(owner, (node, sum) -> sum + figure.applyAsLong(bucket)));
        return sums;
    }

    /** Active and alive. */
    Set<String> eligible(Set<String> alive) {
        Set<String> eligible = new TreeSet<>();
        for (NodeRow node : Rows.values(view(), Columns.NODES, KeyRange.all())) {
            if (node.getState() == NodeState.ACTIVE && alive.contains(node.getId())) {
                eligible.add(node.getId());
            }
        }
        return eligible;
    }
}
