package io.ams.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.op.Operations;
import io.ams.proto.NodeRow;
import io.ams.proto.NodeSetState;
import io.ams.proto.NodeState;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.LogPosition;
import io.ams.store.MemoryStore;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MemberPlannerTest {
    private final MemberPlanner planner = new MemberPlanner();
    private final MemoryStore store = new MemoryStore();
    private long index;

    private void node(String id, NodeState state) {
        store.commit(
                ChangeSet.builder()
                        .put(
                                Columns.NODES,
                                id,
                                NodeRow.newBuilder().setId(id).setState(state).build())
                        .build(),
                new LogPosition(1, ++index, 0));
    }

    @Test
    void membersThatAreInTheStateTheyShouldBeAreLeftAlone() {
        node("n1", NodeState.ACTIVE);
        node("n2", NodeState.DRAINING);

        MemberPlanner.Plan plan = planner.plan(store.live(), Set.of("n1", "n2", "unregistered"));

        assertThat(plan.steps()).isEmpty();
        assertThat(plan.departed()).isEmpty();
    }

    @Test
    void aVoterThatStillCountsAsJoiningIsSetToWork() {
        node("n1", NodeState.ACTIVE);
        node("n4", NodeState.JOINING);

        assertThat(planner.plan(store.live(), Set.of("n1", "n4")).steps())
                .singleElement()
                .satisfies(proposal -> {
                    assertThat(proposal.operation()).isSameAs(Operations.NODE_SET_STATE);
                    assertThat(proposal.body())
                            .isEqualTo(NodeSetState.newBuilder()
                                    .setId("n4")
                                    .setState(NodeState.ACTIVE)
                                    .build());
                });
    }

    @Test
    void whoeverDoesNotVoteYetGoesOnJoining() {
        node("n1", NodeState.ACTIVE);
        node("n4", NodeState.JOINING);

        assertThat(planner.plan(store.live(), Set.of("n1")).steps()).isEmpty();
    }

    @Test
    void whoeverDrainsAndVotesNoMoreIsGone() {
        node("n1", NodeState.ACTIVE);
        node("n3", NodeState.DRAINING);

        assertThat(planner.plan(store.live(), Set.of("n1")).steps())
                .singleElement()
                .satisfies(proposal -> assertThat(proposal.body())
                        .isEqualTo(NodeSetState.newBuilder()
                                .setId("n3")
                                .setState(NodeState.GONE)
                                .build()));
    }

    @Test
    void aVoterThatIsGoneIsToBeTakenOut() {
        node("n1", NodeState.ACTIVE);
        node("n4", NodeState.GONE);
        node("n5", NodeState.GONE);

        assertThat(planner.plan(store.live(), Set.of("n1", "n4")).departed()).containsExactly("n4");
    }
}
