package io.ams.op;

import com.google.protobuf.MessageLite;
import io.ams.proto.Command;
import io.ams.proto.Done;
import io.ams.proto.NameKind;
import io.ams.state.ChangeSet;
import io.ams.state.Column;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.Keys;
import io.ams.state.LogPosition;
import io.ams.state.Rows;
import io.ams.state.View;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Removes a namespace that holds nothing.
 *
 * <p>Refused: {@code CATALOG_NOT_FOUND}, {@code NAMESPACE_NOT_FOUND}, {@code NAMESPACE_NOT_EMPTY}.
 */
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
        String catalog = command.getCatalog();
        List<String> levels = command.getLevelsList();
        Optional<Objection> objection =
                Namespaces.missing(view, catalog, levels).or(() -> notEmpty(view, catalog, levels));
        if (objection.isPresent()) {
            return objection.get().refusal();
        }
        return Decision.accept(
                ChangeSet.builder()
                        .delete(Columns.NAMESPACES, new Keys.NamespaceKey(catalog, levels))
                        .build(),
                Done.getDefaultInstance());
    }

    private static Optional<Objection> notEmpty(View view, String catalog, List<String> levels) {
        return first(view, Columns.NAMES, Keys.NameKey.in(catalog, levels))
                .map(name -> (name.getValue().getKind() == NameKind.VIEW ? "view " : "table ")
                        + name.getKey().name())
                .or(() -> first(view, Columns.NAMESPACES, Keys.NamespaceKey.childrenOf(catalog, levels))
                        .map(child -> "namespace " + Names.dotted(child.getKey().levels())))
                .map(content -> new Objection(
                        ErrorCode.NAMESPACE_NOT_EMPTY,
                        "Namespace " + Names.dotted(levels) + " is not empty. It holds " + content
                                + "; drop what it holds first."));
    }

    private static <K, V extends MessageLite> Optional<Map.Entry<K, V>> first(
            View view, Column<K, V> column, KeyRange range) {
        return Rows.first(view, column, range, 1).stream().findFirst();
    }
}
