package io.ams.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.NodeRegister;
import io.ams.proto.NodeRow;
import io.ams.proto.NodeSetState;
import io.ams.proto.NodeState;
import io.ams.state.Columns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeRegisterTest {
    private static final NodeRegister N1 = NodeRegister.newBuilder()
            .setId("n1")
            .setIncarnation("i1")
            .setRaftAddress("h1:9871")
            .setHttpAddress("http://h1:8181")
            .setVersion("0.1")
            .setInitialState(NodeState.JOINING)
            .build();

    private final RuleBench bench = new RuleBench();

    @ParameterizedTest
    @EnumSource(names = {"JOINING", "ACTIVE"})
    void anUnknownNodeBeginsInTheStateItAsksFor(NodeState initial) {
        NodeRow row = bench.accept(
                Operations.NODE_REGISTER,
                N1.toBuilder().setInitialState(initial).build());

        assertThat(row)
                .isEqualTo(NodeRow.newBuilder()
                        .setId("n1")
                        .setIncarnation("i1")
                        .setRaftAddress("h1:9871")
                        .setHttpAddress("http://h1:8181")
                        .setVersion("0.1")
                        .setState(initial)
                        .setRegisteredAtMillis(bench.now())
                        .setStateSinceMillis(bench.now())
                        .build())
                .isEqualTo(bench.row(Columns.NODES, "n1"));
    }

    @ParameterizedTest
    @EnumSource(names = {"NODE_STATE_UNSPECIFIED", "DRAINING", "GONE"})
    void noNodeBeginsInAnotherState(NodeState initial) {
        bench.refuse(
                ErrorCode.BAD_REQUEST,
                Operations.NODE_REGISTER,
                N1.toBuilder().setInitialState(initial).build());
    }

    @Test
    void aKnownNodeKeepsItsStateAndTellsItsNewAddresses() {
        NodeRow before = bench.accept(Operations.NODE_REGISTER, N1);
        bench.passMillis(10);

        NodeRow after = bench.accept(
                Operations.NODE_REGISTER,
                N1.toBuilder()
                        .setRaftAddress("h9:9871")
                        .setHttpAddress("http://h9:8181")
                        .setVersion("0.2")
                        .setInitialState(NodeState.ACTIVE)
                        .build());

        assertThat(after)
                .isEqualTo(before.toBuilder()
                        .setRaftAddress("h9:9871")
                        .setHttpAddress("http://h9:8181")
                        .setVersion("0.2")
                        .build())
                .isEqualTo(bench.row(Columns.NODES, "n1"));
    }

    @Test
    void theSameAgainChangesNothing() {
        NodeRow before = bench.accept(Operations.NODE_REGISTER, N1);
        bench.passMillis(10);

        assertThat(bench.accept(Operations.NODE_REGISTER, N1))
                .isEqualTo(before)
                .isEqualTo(bench.row(Columns.NODES, "n1"));
    }

    @Test
    void aWipedNodeMustJoinUnderANewId() {
        bench.accept(Operations.NODE_REGISTER, N1);

        assertThat(bench.refuse(
                        ErrorCode.NODE_ID_TAKEN,
                        Operations.NODE_REGISTER,
                        N1.toBuilder().setIncarnation("i2").build()))
                .contains("a wiped node must join under a new id");
    }

    @Test
    void theIdOfARemovedNodeIsNeverUsedAgain() {
        bench.accept(Operations.NODE_REGISTER, N1);
        bench.accept(
                Operations.NODE_SET_STATE,
                NodeSetState.newBuilder().setId("n1").setState(NodeState.GONE).build());

        assertThat(bench.refuse(ErrorCode.NODE_ID_TAKEN, Operations.NODE_REGISTER, N1))
                .contains("was removed");
    }

    @Test
    void aRaftAddressBelongsToOneNodeUntilThatIsGone() {
        bench.accept(Operations.NODE_REGISTER, N1);
        NodeRegister second = N1.toBuilder().setId("n2").setIncarnation("i2").build();

        assertThat(bench.refuse(ErrorCode.NODE_ADDRESS_TAKEN, Operations.NODE_REGISTER, second))
                .contains("h1:9871", "n1", "remove that node first");
        bench.accept(
                Operations.NODE_SET_STATE,
                NodeSetState.newBuilder().setId("n1").setState(NodeState.GONE).build());
        assertThat(bench.accept(Operations.NODE_REGISTER, second).getRaftAddress())
                .isEqualTo("h1:9871");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a/b", "a\u0000b", "a\u001fb"})
    void anIdThatCannotStandInAnAddressIsRefused(String id) {
        bench.refuse(
                ErrorCode.BAD_REQUEST,
                Operations.NODE_REGISTER,
                N1.toBuilder().setId(id).build());
    }

    @Test
    void aNodeMustSayWhichIncarnationItIs() {
        bench.refuse(
                ErrorCode.BAD_REQUEST,
                Operations.NODE_REGISTER,
                N1.toBuilder().clearIncarnation().build());
    }
}
