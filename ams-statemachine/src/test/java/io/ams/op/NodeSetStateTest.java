package io.ams.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.NodeRow;
import io.ams.proto.NodeSetState;
import io.ams.proto.NodeState;
import io.ams.proto.SubmitterSlotRow;
import io.ams.state.Columns;
import io.ams.state.Keys;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class NodeSetStateTest {
    private final RuleBench bench = new RuleBench();

    @ParameterizedTest
    @CsvSource({
        "JOINING, ACTIVE",
        "ACTIVE, DRAINING",
        "DRAINING, ACTIVE",
        "JOINING, GONE",
        "ACTIVE, GONE",
        "DRAINING, GONE"
    })
    void theStepsOfANodesLife(NodeState from, NodeState to) {
        nodeIn(from);
        bench.passMillis(10);

        NodeRow row = bench.accept(Operations.NODE_SET_STATE, set(to));

        assertThat(row).isEqualTo(bench.row(Columns.NODES, "n1"));
        assertThat(row.getState()).isEqualTo(to);
        assertThat(row.getStateSinceMillis()).isEqualTo(RuleBench.START_MILLIS + 10);
        assertThat(row.getRegisteredAtMillis()).isEqualTo(RuleBench.START_MILLIS);
    }

    @ParameterizedTest
    @CsvSource({
        "JOINING, DRAINING",
        "ACTIVE, JOINING",
        "DRAINING, JOINING",
        "GONE, JOINING",
        "GONE, ACTIVE",
        "GONE, DRAINING",
        "ACTIVE, NODE_STATE_UNSPECIFIED"
    })
    void thereAreNoOtherSteps(NodeState from, NodeState to) {
        nodeIn(from);

        assertThat(bench.refuse(ErrorCode.NODE_STATE_REFUSED, Operations.NODE_SET_STATE, set(to)))
                .contains("n1 is " + from + " and cannot become " + to);
    }

    @ParameterizedTest
    @EnumSource(names = {"JOINING", "ACTIVE", "DRAINING", "GONE"})
    void theSameStateAgainChangesNothing(NodeState state) {
        nodeIn(state);
        NodeRow before = bench.row(Columns.NODES, "n1");
        bench.passMillis(10);

        assertThat(bench.accept(Operations.NODE_SET_STATE, set(state)))
                .isEqualTo(before)
                .isEqualTo(bench.row(Columns.NODES, "n1"));
    }

    @Test
    void aNodeThatIsGoneLeavesNoBatchesBehind() {
        nodeIn(NodeState.ACTIVE);
        bench.put(Columns.SUBMITTERS, new Keys.SlotKey("n1", 0), SubmitterSlotRow.getDefaultInstance());
        bench.put(Columns.SUBMITTERS, new Keys.SlotKey("n1", 15), SubmitterSlotRow.getDefaultInstance());
        bench.put(Columns.SUBMITTERS, new Keys.SlotKey("n10", 0), SubmitterSlotRow.getDefaultInstance());

        bench.accept(Operations.NODE_SET_STATE, set(NodeState.DRAINING));
        assertThat(bench.keys(Columns.SUBMITTERS)).hasSize(3);
        bench.accept(Operations.NODE_SET_STATE, set(NodeState.GONE));

        assertThat(bench.keys(Columns.SUBMITTERS)).containsExactly(new Keys.SlotKey("n10", 0));
    }

    @Test
    void aNodeThatOwnsBucketsMayGo() {
        CatalogBench catalog = new CatalogBench(bench);
        catalog.cluster();
        nodeIn(NodeState.ACTIVE);
        catalog.assign(0, "n1", 0);

        bench.accept(Operations.NODE_SET_STATE, set(NodeState.GONE));

        assertThat(bench.row(Columns.BUCKETS, 0).getOwner()).isEqualTo("n1");
    }

    @Test
    void anUnknownNodeIsRefused() {
        bench.refuse(ErrorCode.NODE_NOT_FOUND, Operations.NODE_SET_STATE, set(NodeState.ACTIVE));
    }

    private void nodeIn(NodeState state) {
        new CatalogBench(bench).node("n1", state == NodeState.JOINING ? NodeState.JOINING : NodeState.ACTIVE);
        if (state == NodeState.DRAINING || state == NodeState.GONE) {
            bench.accept(Operations.NODE_SET_STATE, set(state));
        }
    }

    private static NodeSetState set(NodeState state) {
        return NodeSetState.newBuilder().setId("n1").setState(state).build();
    }
}
