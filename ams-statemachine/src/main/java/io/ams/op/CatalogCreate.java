package io.ams.op;

import io.ams.proto.CatalogRow;
import io.ams.proto.Command;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.LogPosition;
import io.ams.state.Rows;
import io.ams.state.View;
import java.util.Optional;

/**
 * Creates a catalog: a name, and the warehouse that the locations of its tables lie in. Warehouses do not overlap, so that a
 * catalog can be handed to others as a whole.
 *
 * <p>Refused: {@code BAD_REQUEST}, {@code NOT_READY} (the cluster is not set up yet), {@code CATALOG_EXISTS},
 * {@code LOCATION_TAKEN}.
 */
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
        Optional<Objection> objection = Names.plain("the name of a catalog", command.getName())
                .or(() -> Locations.malformed(command.getWarehouse()))
                .or(() -> tooEarly(view))
                .or(() -> exists(view, command.getName()))
                .or(() -> overlap(view, command.getWarehouse()));
        if (objection.isPresent()) {
            return objection.get().refusal();
        }
        CatalogRow row = CatalogRow.newBuilder()
                .setName(command.getName())
                .setWarehouse(
                        Location.parse(command.getWarehouse()).orElseThrow().text())
                .addAllProperties(SortedProperties.of(command.getPropertiesList()))
                .setCreatedAtMillis(at.timeMillis())
                .build();
        return Decision.accept(
                ChangeSet.builder().put(Columns.CATALOGS, row.getName(), row).build(), row);
    }

    private static Optional<Objection> tooEarly(View view) {
        return Buckets.count(view) > 0
                ? Optional.empty()
                : Optional.of(new Objection(ErrorCode.NOT_READY, "the cluster is not set up yet; try again"));
    }

    private static Optional<Objection> exists(View view, String name) {
        return view.get(Columns.CATALOGS, name)
                .map(row -> new Objection(ErrorCode.CATALOG_EXISTS, "Catalog already exists: " + name));
    }

    private static Optional<Objection> overlap(View view, String warehouse) {
        Location wanted = Location.parse(warehouse).orElseThrow();
        return Rows.values(view, Columns.CATALOGS, KeyRange.all()).stream()
                .filter(row -> Location.parse(row.getWarehouse()).orElseThrow().overlaps(wanted))
                .findFirst()
                .map(row -> new Objection(
                        ErrorCode.LOCATION_TAKEN,
                        "warehouse " + wanted.text() + " overlaps with " + row.getWarehouse() + " of catalog "
                                + row.getName() + "; choose another"));
    }
}
