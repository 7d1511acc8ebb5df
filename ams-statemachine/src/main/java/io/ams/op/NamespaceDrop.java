package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.Done;
import io.ams.state.LogPosition;
import io.ams.state.View;

/** Not written yet. */
public final class NamespaceDrop extends Operation<io.ams.proto.NamespaceDrop, Done> {
    public NamespaceDrop() {
        super(
                Command.BodyCase.NAMESPACE_DROP,
                Command::getNamespaceDrop,
                Command.Builder::setNamespaceDrop,
                Done.parser());
    }

    @Override
    public Decision<Done> decide(View view, LogPosition at, io.ams.proto.NamespaceDrop command) {
        throw new UnsupportedOperationException("not written yet");
    }
}
