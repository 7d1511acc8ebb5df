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
     * @param arrived makes nodes ACTIVE that vote and still count as joining
     * @param departed ids of nodes that vote and are gone: to be taken out of the group
     */
    public record Plan(List<Proposal<?, ?>> arrived, List<String> departed) {
        public Plan {
            arrived = List.copyOf(arrived);
            departed = List.copyOf(departed);
        }
    }

    /**
     * What is left to do now.
     *
     * @param members ids of those who vote in the Raft group now
     */
    public Plan plan(View view, Set<String> members) {
        List<NodeRow> voters = Rows.values(view, Columns.NODES, KeyRange.all()).stream()
                .filter(row -> members.contains(row.getId()))
                .toList();
        return new Plan(
                voters.stream()
                        .filter(row -> row.getState() == NodeState.JOINING)
                        .<Proposal<?, ?>>map(row -> activate(row.getId()))
                        .toList(),
                voters.stream()
                        .filter(row -> row.getState() == NodeState.GONE)
                        .map(NodeRow::getId)
                        .toList());
    }

    private static Proposal<NodeSetState, NodeRow> activate(String id) {
        return new Proposal<>(
                Operations.NODE_SET_STATE,
                NodeSetState.newBuilder().setId(id).setState(NodeState.ACTIVE).build());
    }
}
