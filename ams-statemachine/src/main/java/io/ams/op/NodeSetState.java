package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.NodeRow;
import io.ams.proto.NodeState;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.Optional;

/**
 * Moves a node through its life: JOINING to ACTIVE, ACTIVE to DRAINING and back, and any to GONE, for good. The state that the
 * node is in already is accepted and changes nothing.
 *
 * <p>GONE is never refused for the sake of buckets that the node still owns, nor because it is the last active one: it may be dead
 * already, and the assignment planner gives its buckets to others.
 *
 * <p>Refused: {@code NODE_NOT_FOUND}, {@code NODE_STATE_REFUSED}.
 */
public final class NodeSetState extends Operation<io.ams.proto.NodeSetState, NodeRow> {
    public NodeSetState() {
        super(
                Command.BodyCase.NODE_SET_STATE,
                Command::getNodeSetState,
                Command.Builder::setNodeSetState,
                NodeRow.parser());
    }

    @Override
    public Decision<NodeRow> decide(View view, LogPosition at, io.ams.proto.NodeSetState command) {
        Optional<NodeRow> known = view.get(Columns.NODES, command.getId());
        if (known.isEmpty()) {
            return Decision.refuse(
                    ErrorCode.NODE_NOT_FOUND, "there is no node " + command.getId() + "; it registers when it starts");
        }
        NodeState from = known.get().getState();
        NodeState to = command.getState();
        if (from == to) {
            return Decision.accept(ChangeSet.empty(), known.get());
        }
        if (!isAllowed(from, to)) {
            return Decision.refuse(
                    ErrorCode.NODE_STATE_REFUSED,
                    "node " + command.getId() + " is " + from + " and cannot become " + to
                            + "; a node goes from JOINING to ACTIVE, between ACTIVE and DRAINING, and to GONE for good");
        }
        NodeRow row = known.get().toBuilder()
                .setState(to)
                .setStateSinceMillis(at.timeMillis())
                .build();
        ChangeSet.Builder changes = ChangeSet.builder().put(Columns.NODES, command.getId(), row);
        if (to == NodeState.GONE) {
            forgetBatches(view, changes, command.getId());
        }
        return Decision.accept(changes.build(), row);
    }

    private static boolean isAllowed(NodeState from, NodeState to) {
        return switch (to) {
            case ACTIVE -> from == NodeState.JOINING || from == NodeState.DRAINING;
            case DRAINING -> from == NodeState.ACTIVE;
            case GONE -> true;
            case JOINING, NODE_STATE_UNSPECIFIED, UNRECOGNIZED -> false;
        };
    }

    private static void forgetBatches(View view, ChangeSet.Builder changes, String node) {
        view.scan(Columns.SUBMITTERS, KeyRange.prefix(out -> out.text(node)), (key, row) -> {
            changes.delete(Columns.SUBMITTERS, key);
            return true;
        });
    }
}
