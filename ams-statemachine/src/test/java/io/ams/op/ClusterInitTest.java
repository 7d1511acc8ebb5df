package io.ams.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.CatalogRow;
import io.ams.proto.ClusterInit;
import io.ams.proto.ClusterRow;
import io.ams.proto.GroupRow;
import io.ams.state.Columns;
import io.ams.state.Keys;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterInitTest {
    private final RuleBench bench = new RuleBench();

    @Test
    void writesTheClusterAndWhatIsThereFromTheStart() {
        ClusterInit init = CatalogBench.clusterInit().toBuilder()
                .setDefaultWarehouse("/data//warehouse/")
                .build();

        ClusterRow cluster = bench.accept(Operations.CLUSTER_INIT, init);

        assertThat(cluster)
                .isEqualTo(ClusterRow.newBuilder()
                        .setClusterId("c1")
                        .setBucketCount(8)
                        .setFeatureLevel(1)
                        .setCreatedAtMillis(bench.now())
                        .build())
                .isEqualTo(bench.row(Columns.CLUSTER, Keys.Single.KEY));
        assertThat(bench.row(Columns.CATALOGS, "default"))
                .isEqualTo(CatalogRow.newBuilder()
                        .setName("default")
                        .setWarehouse("file:///data/warehouse")
                        .setCreatedAtMillis(bench.now())
                        .build());
        assertThat(bench.row(Columns.GROUPS, "default"))
                .isEqualTo(GroupRow.newBuilder()
                        .setName("default")
                        .setCreatedAtMillis(bench.now())
                        .build());
    }

    @Test
    void aClusterIsSetUpOnce() {
        bench.accept(Operations.CLUSTER_INIT, CatalogBench.clusterInit());

        bench.refuse(ErrorCode.CLUSTER_EXISTS, Operations.CLUSTER_INIT, CatalogBench.clusterInit());
    }

    @Test
    void aClusterNeedsAnId() {
        bench.refuse(
                ErrorCode.BAD_REQUEST,
                Operations.CLUSTER_INIT,
                CatalogBench.clusterInit().toBuilder().clearClusterId().build());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 65_537})
    void theNumberOfBucketsIsBounded(int buckets) {
        bench.refuse(
                ErrorCode.BAD_REQUEST,
                Operations.CLUSTER_INIT,
                CatalogBench.clusterInit().toBuilder().setBucketCount(buckets).build());
    }

    @Test
    void theWarehouseMustBeALocation() {
        assertThat(bench.refuse(
                        ErrorCode.BAD_REQUEST,
                        Operations.CLUSTER_INIT,
                        CatalogBench.clusterInit().toBuilder()
                                .setDefaultWarehouse("warehouse")
                                .build()))
                .contains("'warehouse' is no location");
    }
}
