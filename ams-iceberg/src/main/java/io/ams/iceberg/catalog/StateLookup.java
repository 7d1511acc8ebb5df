package io.ams.iceberg.catalog;

import io.ams.proto.CatalogRow;
import io.ams.proto.NameKind;
import io.ams.proto.NameRow;
import io.ams.proto.NamespaceRow;
import io.ams.proto.TableRow;
import io.ams.raft.AmsException;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.View;
import java.util.List;
import java.util.Optional;

/** What the services look up in the state, and how they refuse what is not there. */
final class StateLookup {
    private StateLookup() {}

    /** The catalog's row, or CATALOG_NOT_FOUND. */
    static CatalogRow catalog(View view, String catalog) {
        return view.get(Columns.CATALOGS, catalog).orElseThrow(() -> Refusals.noCatalog(catalog));
    }

    /** The namespace's row, or CATALOG_NOT_FOUND or NAMESPACE_NOT_FOUND. */
    static NamespaceRow namespace(View view, String catalog, List<String> levels) {
        catalog(view, catalog);
        return view.get(Columns.NAMESPACES, new Keys.NamespaceKey(catalog, levels))
                .orElseThrow(() -> Refusals.noNamespace(levels));
    }

    /** The table's row, if there is a table of this name. */
    static Optional<TableRow> findTable(View view, TableName name) {
        return view.get(Columns.NAMES, name.key())
                .filter(row -> row.getKind() == NameKind.TABLE)
                .map(NameRow::getUuid)
                .flatMap(uuid -> view.get(Columns.TABLES, uuid));
    }

    /** A table with what is needed to open its files. */
    record FoundTable(CatalogRow catalog, TableRow row) {}

    /** The table, or CATALOG_NOT_FOUND or TABLE_NOT_FOUND. */
    static FoundTable table(View view, TableName name) {
        CatalogRow catalog = catalog(view, name.catalog());
        return new FoundTable(catalog, findTable(view, name).orElseThrow(() -> noTable(name)));
    }

    private static AmsException noTable(TableName name) {
        return Refusals.noTable(name);
    }

    /** The table of this uuid, or TABLE_NOT_FOUND in the words of this name. */
    static FoundTable tableByUuid(View view, String uuid, TableName name) {
        TableRow row = view.get(Columns.TABLES, uuid).orElseThrow(() -> Refusals.noTable(name));
        return new FoundTable(catalog(view, row.getCatalog()), row);
    }
}
