package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.Done;
import io.ams.state.LogPosition;
import io.ams.state.View;

/** Not written yet. */
public final class CatalogDrop extends Operation<io.ams.proto.CatalogDrop, Done> {
    public CatalogDrop() {
        super(Command.BodyCase.CATALOG_DROP, Command::getCatalogDrop, Command.Builder::setCatalogDrop, Done.parser());
    }

    @Override
    public Decision<Done> decide(View view, LogPosition at, io.ams.proto.CatalogDrop command) {
        throw new UnsupportedOperationException("not written yet");
    }
}
