package io.ams.op;

import io.ams.proto.NamespaceRow;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.View;
import java.util.List;
import java.util.Optional;

/** Looks catalogs and namespaces up. The messages are the ones that Iceberg clients expect. */
final class Namespaces {
    private Namespaces() {}

    /** Objects unless the catalog is there. */
    static Optional<Objection> noCatalog(View view, String catalog) {
        return view.get(Columns.CATALOGS, catalog).isPresent()
                ? Optional.empty()
                : Optional.of(new Objection(
                        ErrorCode.CATALOG_NOT_FOUND,
                        "Catalog does not exist: " + catalog + "; create it first or name another"));
    }

    /** Objects unless catalog and namespace are there. */
    static Optional<Objection> missing(View view, String catalog, List<String> levels) {
        return noCatalog(view, catalog)
                .or(() -> find(view, catalog, levels).isPresent() ? Optional.empty() : Optional.of(notFound(levels)));
    }

    static Optional<NamespaceRow> find(View view, String catalog, List<String> levels) {
        return view.get(Columns.NAMESPACES, new Keys.NamespaceKey(catalog, levels));
    }

    private static Objection notFound(List<String> levels) {
        return new Objection(ErrorCode.NAMESPACE_NOT_FOUND, "Namespace does not exist: " + Names.dotted(levels));
    }
}
