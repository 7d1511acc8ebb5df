package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.Done;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.LogPosition;
import io.ams.state.Rows;
import io.ams.state.View;
import java.util.Optional;

/**
 * Removes a catalog that holds nothing.
 *
 * <p>Refused: {@code CATALOG_NOT_FOUND}, {@code CATALOG_REQUIRED} (the catalog "default"), {@code CATALOG_NOT_EMPTY} (a namespace,
 * or files that are still being deleted, which takes the catalog's properties).
 */
public final class CatalogDrop extends Operation<io.ams.proto.CatalogDrop, Done> {
    /** The catalog that a client gets that names none. */
    static final String DEFAULT = "default";

    public CatalogDrop() {
        super(Command.BodyCase.CATALOG_DROP, Command::getCatalogDrop, Command.Builder::setCatalogDrop, Done.parser());
    }

    @Override
    public Decision<Done> decide(View view, LogPosition at, io.ams.proto.CatalogDrop command) {
        String name = command.getName();
        Optional<Objection> objection =
                Namespaces.noCatalog(view, name).or(() -> required(name)).or(() -> notEmpty(view, name));
        if (objection.isPresent()) {
            return objection.get().refusal();
        }
        return Decision.accept(
                ChangeSet.builder().delete(Columns.CATALOGS, name).build(), Done.getDefaultInstance());
    }

    private static Optional<Objection> required(String name) {
        return name.equals(DEFAULT)
                ? Optional.of(new Objection(
                        ErrorCode.CATALOG_REQUIRED,
                        "catalog " + DEFAULT + " cannot be dropped: it is what clients get that name none"))
                : Optional.empty();
    }

    private static Optional<Objection> notEmpty(View view, String name) {
        if (Rows.any(view, Columns.NAMESPACES, KeyRange.prefix(out -> out.text(name)))) {
            return Optional.of(new Objection(
                    ErrorCode.CATALOG_NOT_EMPTY, "catalog " + name + " holds namespaces; drop them first"));
        }
        return Rows.values(view, Columns.PURGES, KeyRange.all()).stream()
                .filter(purge -> purge.getCatalog().equals(name))
                .findFirst()
                .map(purge -> new Objection(
                        ErrorCode.CATALOG_NOT_EMPTY,
                        "files in " + purge.getLocation() + " of catalog " + name
                                + " are still being deleted; try again later"));
    }
}
