package io.ams.op;

import io.ams.proto.BucketMove;
import io.ams.proto.BucketsAssign;
import io.ams.proto.ClusterInit;
import io.ams.proto.NamespaceCreate;
import io.ams.proto.NodeRegister;
import io.ams.proto.NodeState;
import io.ams.proto.TableCommit;
import io.ams.proto.TableCreate;
import io.ams.proto.TableRow;
import io.ams.proto.TableSummary;
import io.ams.state.Columns;
import java.util.List;

/** Builds the surroundings of a rule with the rules themselves, and the commands that tests begin from. */
final class CatalogBench {
    static final int BUCKETS = 8;
    static final String WAREHOUSE = "s3://bucket/warehouse";

    private final RuleBench bench;

    CatalogBench(RuleBench bench) {
        this.bench = bench;
    }

    static ClusterInit clusterInit() {
        return ClusterInit.newBuilder()
                .setClusterId("c1")
                .setBucketCount(BUCKETS)
                .setDefaultWarehouse(WAREHOUSE)
                .build();
    }

    void cluster() {
        bench.accept(Operations.CLUSTER_INIT, clusterInit());
    }

    /** A cluster and a namespace of one level. */
    void clusterWithNamespace(String namespace) {
        cluster();
        namespace(namespace);
    }

    void namespace(String... levels) {
        bench.accept(
                Operations.NAMESPACE_CREATE,
                NamespaceCreate.newBuilder()
                        .setCatalog("default")
                        .addAllLevels(List.of(levels))
                        .build());
    }

    void node(String id, NodeState state) {
        bench.accept(
                Operations.NODE_REGISTER,
                NodeRegister.newBuilder()
                        .setId(id)
                        .setIncarnation("of-" + id)
                        .setInitialState(state)
                        .build());
    }

    void assign(int bucket, String owner, long expectedEpoch) {
        bench.accept(
                Operations.BUCKETS_ASSIGN,
                BucketsAssign.newBuilder()
                        .addMoves(BucketMove.newBuilder()
                                .setBucket(bucket)
                                .setOwner(owner)
                                .setExpectedEpoch(expectedEpoch))
                        .build());
    }

    /** The table uuid ns.name below the warehouse. */
    static TableCreate.Builder tableCreate(String namespace, String name) {
        return TableCreate.newBuilder()
                .setCatalog("default")
                .addLevels(namespace)
                .setName(name)
                .setUuid("uuid-" + name)
                .setLocation(WAREHOUSE + "/" + namespace + "/" + name)
                .setMetadataLocation(WAREHOUSE + "/" + namespace + "/" + name + "/metadata/00000.json");
    }

    TableRow table(String namespace, String name) {
        return table(tableCreate(namespace, name).build());
    }

    TableRow table(TableCreate create) {
        bench.accept(Operations.TABLE_CREATE, create);
        return bench.row(Columns.TABLES, create.getUuid());
    }

    /** The next commit of a table: a new metadata file, everything else as it is. */
    static TableCommit.Builder nextCommit(TableRow table) {
        return TableCommit.newBuilder()
                .setUuid(table.getUuid())
                .setExpectedVersion(table.getVersion())
                .setMetadataLocation(table.getLocation() + "/metadata/v" + (table.getVersion() + 1) + ".json")
                .setLocation(table.getLocation())
                .addAllFurtherLocations(table.getFurtherLocationsList())
                .setSummary(TableSummary.newBuilder().setSnapshotId(table.getVersion() + 1));
    }
}
