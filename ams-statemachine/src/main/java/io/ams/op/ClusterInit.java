package io.ams.op;

import io.ams.proto.ClusterRow;
import io.ams.proto.Command;
import io.ams.state.LogPosition;
import io.ams.state.View;

/** Not written yet. */
public final class ClusterInit extends Operation<io.ams.proto.ClusterInit, ClusterRow> {
    public ClusterInit() {
        super(
                Command.BodyCase.CLUSTER_INIT,
                Command::getClusterInit,
                Command.Builder::setClusterInit,
                ClusterRow.parser());
    }

    @Override
    public Decision<ClusterRow> decide(View view, LogPosition at, io.ams.proto.ClusterInit command) {
        throw new UnsupportedOperationException("not written yet");
    }
}
