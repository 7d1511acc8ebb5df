package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.NamespaceUpdated;
import io.ams.state.LogPosition;
import io.ams.state.View;

/** Not written yet. */
public final class NamespaceUpdate extends Operation<io.ams.proto.NamespaceUpdate, NamespaceUpdated> {
    public NamespaceUpdate() {
        super(
                Command.BodyCase.NAMESPACE_UPDATE,
                Command::getNamespaceUpdate,
                Command.Builder::setNamespaceUpdate,
                NamespaceUpdated.parser());
    }

    @Override
    public Decision<NamespaceUpdated> decide(View view, LogPosition at, io.ams.proto.NamespaceUpdate command) {
        throw new UnsupportedOperationException("not written yet");
    }
}
