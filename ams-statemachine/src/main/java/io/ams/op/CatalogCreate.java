package io.ams.op;

import io.ams.proto.CatalogRow;
import io.ams.proto.Command;
import io.ams.state.LogPosition;
import io.ams.state.View;

/** Not written yet. */
public final class CatalogCreate extends Operation<io.ams.proto.CatalogCreate, CatalogRow> {
    public CatalogCreate() {
        super(
                Command.BodyCase.CATALOG_CREATE,
                Command::getCatalogCreate,
                Command.Builder::setCatalogCreate,
                CatalogRow.parser());
    }

    @Override
    public Decision<CatalogRow> decide(View view, LogPosition at, io.ams.proto.CatalogCreate command) {
        throw new UnsupportedOperationException("not written yet");
    }
}
