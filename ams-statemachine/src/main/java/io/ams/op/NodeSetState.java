package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.NodeRow;
import io.ams.state.LogPosition;
import io.ams.state.View;

/** Not written yet. */
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
        throw new UnsupportedOperationException("not written yet");
    }
}
