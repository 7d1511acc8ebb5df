package io.ams.plan;

import io.ams.op.Operations;
import io.ams.op.Proposal;
import io.ams.proto.NodeRow;
import io.ams.proto.NodeSetState;
import io.ams.proto.NodeState;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.Rows;
import io.ams.state.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Finishes what a change of members left half done: joining and leaving are several steps each, and whoever makes them may end
 * in between, or meet somebody who does the opposite. Pure.
 */
public final class MemberPlanner {
    /**
     * What is left to do.
     *
     * @param steps makes nodes ACTIVE that vote and still count as joining, and GONE that drain and vote no more
     * @param departed ids of nodes that vote and are gone: to be taken out of the group
     */
    public record Plan(List<Proposal<?, ?>> steps, List<String> departed) {
        public Plan {
            steps = List.copyOf(steps);
            departed = List.copyOf(departed);
        }
    }

    /**
     * What is left to do now.
     *
     * @param members ids of those who vote in the Raft group now. A step that was planned on members that do not come to stand is
     *     lost with them: its entry lies behind theirs in the log
     */
    public Plan plan(View view, Set<String> members) {
        List<Proposal<?, ?>> steps = new ArrayList<>();
        List<String> departed = new ArrayList<>();
        for (NodeRow row : Rows.values(view, Columns.NODES, KeyRange.all())) {
            boolean votes = members.contains(row.getId());
            if (votes && row.getState() == NodeState.JOINING) {
                steps.add(step(row, NodeState.ACTIVE));
            } else if (!votes && row.getState() == NodeState.DRAINING) {
                steps.add(step(row, NodeState.GONE));
            } else if (votes && row.getState() == NodeState.GONE) {
                departed.add(row.getId());
            }
        }
        return new Plan(steps, departed);
    }

    private static Proposal<NodeSetState, NodeRow> step(NodeRow row, NodeState state) {
        return new Proposal<>(
                Operations.NODE_SET_STATE,
                NodeSetState.newBuilder().setId(row.getId()).setState(state).build());
    }
}
