package io.ams.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.BucketMove;
import io.ams.proto.BucketRow;
import io.ams.proto.BucketsAssign;
import io.ams.proto.NodeSetState;
import io.ams.proto.NodeState;
import io.ams.state.Columns;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BucketsAssignTest {
    private final RuleBench bench = new RuleBench();
    private final CatalogBench catalog = new CatalogBench(bench);

    @BeforeEach
    void twoNodes() {
        catalog.cluster();
        catalog.node("n1", NodeState.ACTIVE);
        catalog.node("n2", NodeState.ACTIVE);
    }

    @Test
    void eachChangeOfOwnerIsANewEpoch() {
        List<BucketRow> first = bench.accept(
                        Operations.BUCKETS_ASSIGN, assign(false, move(3, "n1", 0), move(7, "n2", 0)))
                .getRowsList();
        assertThat(first)
                .containsExactly(
                        row(3, "n1", 1, RuleBench.START_MILLIS, false), row(7, "n2", 1, RuleBench.START_MILLIS, false));
        bench.passMillis(10);

        bench.accept(Operations.BUCKETS_ASSIGN, assign(true, move(3, "n2", 1)));

        assertThat(bench.row(Columns.BUCKETS, 3)).isEqualTo(row(3, "n2", 2, RuleBench.START_MILLIS + 10, true));
        assertThat(bench.row(Columns.BUCKETS, 7)).isEqualTo(first.get(1));
        bench.accept(Operations.BUCKETS_ASSIGN, assign(false, move(3, "n1", 2)));
        assertThat(bench.row(Columns.BUCKETS, 3)).isEqualTo(row(3, "n1", 3, RuleBench.START_MILLIS + 10, false));
    }

    @Test
    void thePresentOwnerKeepsItsEpochAndThatItWasChosenByHand() {
        catalog.assign(3, "n1", 0);
        bench.passMillis(10);

        bench.accept(Operations.BUCKETS_ASSIGN, assign(true, move(3, "n1", 1)));
        assertThat(bench.row(Columns.BUCKETS, 3)).isEqualTo(row(3, "n1", 1, RuleBench.START_MILLIS, true));

        bench.accept(Operations.BUCKETS_ASSIGN, assign(false, move(3, "n1", 1)));
        assertThat(bench.row(Columns.BUCKETS, 3).getByHand()).isTrue();
    }

    @Test
    void allBucketsAreMovedOrNone() {
        bench.refuse(
                ErrorCode.STALE_EPOCH, Operations.BUCKETS_ASSIGN, assign(false, move(0, "n1", 0), move(1, "n1", 9)));

        assertThat(bench.keys(Columns.BUCKETS)).isEmpty();
    }

    @Test
    void anEpochThatDoesNotStandIsRefused() {
        catalog.assign(3, "n1", 0);

        assertThat(bench.refuse(ErrorCode.STALE_EPOCH, Operations.BUCKETS_ASSIGN, assign(false, move(3, "n2", 0))))
                .contains("at epoch 1, not 0");
        bench.refuse(ErrorCode.STALE_EPOCH, Operations.BUCKETS_ASSIGN, assign(false, move(3, "n2", 2)));
    }

    @ParameterizedTest
    @ValueSource(ints = {CatalogBench.BUCKETS, -1})
    void thereAreOnlySoManyBuckets(int bucket) {
        bench.refuse(ErrorCode.BUCKET_NOT_FOUND, Operations.BUCKETS_ASSIGN, assign(false, move(bucket, "n1", 0)));
    }

    @Test
    void theOwnerMustBeAnActiveNode() {
        catalog.node("n3", NodeState.JOINING);
        bench.accept(
                Operations.NODE_SET_STATE,
                NodeSetState.newBuilder()
                        .setId("n2")
                        .setState(NodeState.DRAINING)
                        .build());

        bench.refuse(ErrorCode.NODE_NOT_FOUND, Operations.BUCKETS_ASSIGN, assign(false, move(0, "n9", 0)));
        bench.refuse(ErrorCode.NODE_NOT_ACTIVE, Operations.BUCKETS_ASSIGN, assign(false, move(0, "n3", 0)));
        bench.refuse(ErrorCode.NODE_NOT_ACTIVE, Operations.BUCKETS_ASSIGN, assign(false, move(0, "n2", 0)));
    }

    @Test
    void aBucketIsNamedOnce() {
        bench.refuse(
                ErrorCode.BAD_REQUEST, Operations.BUCKETS_ASSIGN, assign(false, move(0, "n1", 0), move(0, "n2", 0)));
        bench.refuse(ErrorCode.BAD_REQUEST, Operations.BUCKETS_ASSIGN, assign(false));
    }

    private static BucketMove move(int bucket, String owner, long epoch) {
        return BucketMove.newBuilder()
                .setBucket(bucket)
                .setOwner(owner)
                .setExpectedEpoch(epoch)
                .build();
    }

    private static BucketsAssign assign(boolean byHand, BucketMove... moves) {
        return BucketsAssign.newBuilder()
                .setByHand(byHand)
                .addAllMoves(List.of(moves))
                .build();
    }

    private static BucketRow row(int bucket, String owner, long epoch, long since, boolean byHand) {
        return BucketRow.newBuilder()
                .setBucket(bucket)
                .setOwner(owner)
                .setEpoch(epoch)
                .setSinceMillis(since)
                .setByHand(byHand)
                .build();
    }
}
