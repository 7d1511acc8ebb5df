package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.NamespaceRow;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.List;
import java.util.Optional;

/**
 * Creates a namespace; the one around it must be there.
 *
 * <p>Refused: {@code BAD_REQUEST}, {@code CATALOG_NOT_FOUND}, {@code NAMESPACE_NOT_FOUND} (of the one around it),
 * {@code NAMESPACE_EXISTS}.
 */
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
        String catalog = command.getCatalog();
        List<String> levels = command.getLevelsList();
        Optional<Objection> objection = Names.namespace(levels)
                .or(() -> Namespaces.noCatalog(view, catalog))
                .or(() -> noParent(view, catalog, levels))
                .or(() -> exists(view, catalog, levels));
        if (objection.isPresent()) {
            return objection.get().refusal();
        }
        NamespaceRow row = NamespaceRow.newBuilder()
                .setCatalog(catalog)
                .addAllLevels(levels)
                .addAllProperties(SortedProperties.of(command.getPropertiesList()))
                .setCreatedAtMillis(at.timeMillis())
                .build();
        return Decision.accept(
                ChangeSet.builder()
                        .put(Columns.NAMESPACES, new Keys.NamespaceKey(catalog, levels), row)
                        .build(),
                row);
    }

    private static Optional<Objection> noParent(View view, String catalog, List<String> levels) {
        return levels.size() == 1
                ? Optional.empty()
                : Namespaces.missing(view, catalog, levels.subList(0, levels.size() - 1));
    }

    private static Optional<Objection> exists(View view, String catalog, List<String> levels) {
        return Namespaces.find(view, catalog, levels)
                .map(row ->
                        new Objection(ErrorCode.NAMESPACE_EXISTS, "Namespace already exists: " + Names.dotted(levels)));
    }
}
