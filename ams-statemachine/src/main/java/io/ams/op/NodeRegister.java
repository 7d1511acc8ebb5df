package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.NodeRow;
import io.ams.state.LogPosition;
import io.ams.state.View;

/** Not written yet. */
public final class NodeRegister extends Operation<io.ams.proto.NodeRegister, NodeRow> {
    public NodeRegister() {
        super(
                Command.BodyCase.NODE_REGISTER,
                Command::getNodeRegister,
                Command.Builder::setNodeRegister,
                NodeRow.parser());
    }

    @Override
    public Decision<NodeRow> decide(View view, LogPosition at, io.ams.proto.NodeRegister command) {
        throw new UnsupportedOperationException("not written yet");
    }
}
