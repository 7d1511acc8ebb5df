package io.ams.testkit.history;

import io.ams.op.Operations;
import io.ams.op.Settings;
import io.ams.proto.BucketMove;
import io.ams.proto.BucketsAssign;
import io.ams.proto.ClusterInit;
import io.ams.proto.NodeRegister;
import io.ams.proto.NodeSetState;
import io.ams.proto.NodeState;
import io.ams.proto.SettingDelete;
import io.ams.proto.SettingPut;
import io.ams.proto.SettingRow;
import io.ams.proto.TableSetBucket;
import io.ams.state.Columns;
import java.util.List;

/** Commands about the cluster, its settings, nodes and buckets. */
final class ClusterCommands {
    static final String WAREHOUSE = "s3://w";

    private ClusterCommands() {}

    static List<Maker<?>> makers() {
        return List.of(
                new Maker<>(Operations.CLUSTER_INIT, 1, ClusterCommands::init),
                new Maker<>(Operations.SETTING_PUT, 5, ClusterCommands::put),
                new Maker<>(Operations.SETTING_DELETE, 2, ClusterCommands::delete),
                new Maker<>(Operations.NODE_REGISTER, 4, ClusterCommands::register),
                new Maker<>(Operations.NODE_SET_STATE, 4, ClusterCommands::setState),
                new Maker<>(Operations.BUCKETS_ASSIGN, 8, ClusterCommands::assign),
                new Maker<>(Operations.TABLE_SET_BUCKET, 2, ClusterCommands::setBucket));
    }

    /** The command that every history begins with. */
    static ClusterInit first() {
        return ClusterInit.newBuilder()
                .setClusterId("c")
                .setBucketCount(Chooser.BUCKETS)
                .setDefaultWarehouse(WAREHOUSE)
                .build();
    }

    private static ClusterInit init(Chooser choose) {
        return first().toBuilder()
                .setClusterId(choose.about("c"))
                .setBucketCount((int) choose.about(Chooser.BUCKETS))
                .build();
    }

    private static SettingPut put(Chooser choose) {
        String key = key(choose);
        SettingPut.Builder put = SettingPut.newBuilder()
                .setKey(key)
                .setValue(choose.of(List.of("1", "2", "3", "leader", "true", "pessimistic", "")));
        if (choose.chance(50)) {
            put.setExpectedVersion(version(choose, key));
        }
        return put.build();
    }

    private static SettingDelete delete(Chooser choose) {
        String key = key(choose);
        SettingDelete.Builder delete = SettingDelete.newBuilder().setKey(key);
        if (choose.chance(50)) {
            delete.setExpectedVersion(version(choose, key));
        }
        return delete.build();
    }

    private static String key(Chooser choose) {
        Settings known = choose.of(List.of(Settings.values()));
        return choose.about(choose.chance(50) ? known.key() : "x." + choose.below(3));
    }

    private static long version(Chooser choose, String key) {
        return choose.about(
                choose.get(Columns.SETTINGS, key).map(SettingRow::getVersion).orElse(0L));
    }

    private static NodeRegister register(Chooser choose) {
        String id = choose.node();
        return NodeRegister.newBuilder()
                .setId(id)
                .setIncarnation(choose.about("first of " + id))
                .setRaftAddress("h:" + (choose.chance(90) ? id : choose.node()))
                .setHttpAddress("http://h:" + choose.below(2))
                .setVersion("1")
                .setInitialState(
                        choose.chance(90) ? NodeState.ACTIVE : choose.of(List.of(NodeState.JOINING, NodeState.GONE)))
                .build();
    }

    private static NodeSetState setState(Chooser choose) {
        NodeSetState.Builder set = NodeSetState.newBuilder().setId(choose.node());
        if (choose.chance(5)) {
            return set.setStateValue(choose.of(List.of(0, 4, 99))).build();
        }
        return set.setState(
                        choose.of(List.of(NodeState.ACTIVE, NodeState.ACTIVE, NodeState.DRAINING, NodeState.JOINING)))
                .build();
    }

    private static BucketsAssign assign(Chooser choose) {
        BucketsAssign.Builder assign = BucketsAssign.newBuilder().setByHand(choose.chance(20));
        int first = choose.below(Chooser.BUCKETS);
        int count = choose.below(4) + (choose.chance(95) ? 1 : 0);
        for (int i = 0; i < count; i++) {
            int bucket = choose.chance(97) ? (first + i) % Chooser.BUCKETS : choose.bucket();
            assign.addMoves(BucketMove.newBuilder()
                    .setBucket(bucket)
                    .setOwner(choose.node())
                    .setExpectedEpoch(choose.epoch(bucket)));
        }
        return assign.build();
    }

    private static TableSetBucket setBucket(Chooser choose) {
        return TableSetBucket.newBuilder()
                .setTableUuid(choose.tableUuid())
                .setBucket(choose.bucket())
                .build();
    }
}
