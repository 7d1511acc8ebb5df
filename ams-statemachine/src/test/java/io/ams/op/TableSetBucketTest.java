package io.ams.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.NodeState;
import io.ams.proto.TableRow;
import io.ams.proto.TableSetBucket;
import io.ams.state.Columns;
import io.ams.state.Keys;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TableSetBucketTest {
    private final RuleBench bench = new RuleBench();
    private final CatalogBench catalog = new CatalogBench(bench);
    private TableRow table = TableRow.getDefaultInstance();
    private int other;

    @BeforeEach
    void aTableInAnOwnedBucket() {
        catalog.clusterWithNamespace("ns");
        catalog.node("n1", NodeState.ACTIVE);
        catalog.node("n2", NodeState.ACTIVE);
        table = catalog.table("ns", "t");
        other = (table.getBucket() + 1) % CatalogBench.BUCKETS;
        catalog.assign(table.getBucket(), "n1", 0);
    }

    @Test
    void theTableMovesAndItsFormerOwnersEpochIsWorthNothing() {
        catalog.assign(table.getBucket(), "n2", 1);
        catalog.assign(table.getBucket(), "n1", 2);
        catalog.assign(other, "n2", 0);

        bench.accept(Operations.TABLE_SET_BUCKET, to(other));

        assertThat(bench.row(Columns.TABLES, "uuid-t"))
                .isEqualTo(table.toBuilder().setBucket(other).build());
        assertThat(bench.keys(Columns.BUCKET_TABLES)).containsExactly(new Keys.BucketTableKey(other, "uuid-t"));
        assertThat(bench.row(Columns.BUCKETS, other).getEpoch()).isEqualTo(4);
        assertThat(bench.row(Columns.BUCKETS, other).getOwner()).isEqualTo("n2");
        assertThat(bench.refuse(
                        ErrorCode.STALE_EPOCH,
                        Operations.TABLE_COMMIT,
                        CatalogBench.nextCommit(table).setEpoch(3).build()))
                .contains("n2 owns it with epoch 4");
        bench.accept(
                Operations.TABLE_COMMIT,
                CatalogBench.nextCommit(table).setEpoch(4).build());
    }

    @Test
    void theSameBucketAgainChangesNothing() {
        bench.accept(Operations.TABLE_SET_BUCKET, to(table.getBucket()));

        assertThat(bench.row(Columns.TABLES, "uuid-t")).isEqualTo(table);
        assertThat(bench.row(Columns.BUCKETS, table.getBucket()).getEpoch()).isEqualTo(1);
    }

    @Test
    void theBucketMustBeThereAndOwned() {
        bench.refuse(ErrorCode.BUCKET_NOT_FOUND, Operations.TABLE_SET_BUCKET, to(CatalogBench.BUCKETS));
        bench.refuse(ErrorCode.BUCKET_NOT_FOUND, Operations.TABLE_SET_BUCKET, to(-1));
        assertThat(bench.refuse(ErrorCode.BUCKET_NOT_FOUND, Operations.TABLE_SET_BUCKET, to(other)))
                .contains("has no owner yet");
    }

    @Test
    void anUnknownTableIsRefused() {
        bench.refuse(
                ErrorCode.TABLE_NOT_FOUND,
                Operations.TABLE_SET_BUCKET,
                TableSetBucket.newBuilder().setTableUuid("uuid-x").build());
    }

    private static TableSetBucket to(int bucket) {
        return TableSetBucket.newBuilder()
                .setTableUuid("uuid-t")
                .setBucket(bucket)
                .build();
    }
}
