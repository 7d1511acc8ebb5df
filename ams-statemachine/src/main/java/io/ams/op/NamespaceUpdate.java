package io.ams.op;

import io.ams.proto.Command;
import io.ams.proto.NamespaceRow;
import io.ams.proto.NamespaceUpdated;
import io.ams.proto.Property;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.Keys;
import io.ams.state.LogPosition;
import io.ams.state.View;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Sets and removes properties of a namespace in one step. A key to remove that is not there is reported as missing.
 *
 * <p>Refused: {@code CATALOG_NOT_FOUND}, {@code NAMESPACE_NOT_FOUND}, {@code UNPROCESSABLE} (a key to set and to remove).
 */
public final class NamespaceUpdate extends Operation<io.ams.proto.NamespaceUpdate, NamespaceUpdated> {
    public NamespaceUpdate() {
        super(
                Command.BodyCase.NAMESPACE_UPDATE,
                Command::getNamespaceUpdate,
                Command.Builder::setNamespaceUpdate,
                NamespaceUpdated.parser());
    }

    @Override
    public Decision<NamespaceUpdated> decide(View view, LogPosition at, io.ams.proto.NamespaceUpdate command) {
        NavigableMap<String, Property> updates = SortedProperties.byKey(command.getUpdatesList());
        NavigableSet<String> removals = new TreeSet<>(command.getRemovalsList());
        Optional<Objection> objection = Namespaces.missing(view, command.getCatalog(), command.getLevelsList())
                .or(() -> both(updates, removals));
        if (objection.isPresent()) {
            return objection.get().refusal();
        }
        Keys.NamespaceKey key = new Keys.NamespaceKey(command.getCatalog(), command.getLevelsList());
        NamespaceRow row = view.get(Columns.NAMESPACES, key).orElseThrow();
        NavigableMap<String, Property> properties = SortedProperties.byKey(row.getPropertiesList());
        NamespaceUpdated.Builder answer = NamespaceUpdated.newBuilder().addAllUpdated(updates.keySet());
        for (String removal : removals) {
            if (properties.remove(removal) == null) {
                answer.addMissing(removal);
            } else {
                answer.addRemoved(removal);
            }
        }
        properties.putAll(updates);
        NamespaceRow changed = row.toBuilder()
                .clearProperties()
                .addAllProperties(SortedProperties.of(properties))
                .build();
        return Decision.accept(
                ChangeSet.builder().put(Columns.NAMESPACES, key, changed).build(), answer.build());
    }

    private static Optional<Objection> both(NavigableMap<String, Property> updates, NavigableSet<String> removals) {
        return removals.stream()
                .filter(updates::containsKey)
                .findFirst()
                .map(key -> new Objection(
                        ErrorCode.UNPROCESSABLE,
                        "property " + key + " is both to be set and to be removed; name it once"));
    }
}
