package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.NamespaceRow;
import io.ams.state.LogPosition;
import io.ams.state.View;

/** Not written yet. */
public final class NamespaceCreate extends Operation<io.ams.proto.NamespaceCreate, NamespaceRow> {
    public NamespaceCreate() {
        super(
                Command.BodyCase.NAMESPACE_CREATE,
                Command::getNamespaceCreate,
                Command.Builder::setNamespaceCreate,
                NamespaceRow.parser());
    }

    @Override
    public Decision<NamespaceRow> decide(View view, LogPosition at, io.ams.proto.NamespaceCreate command) {
        throw new UnsupportedOperationException("not written yet");
    }
}
