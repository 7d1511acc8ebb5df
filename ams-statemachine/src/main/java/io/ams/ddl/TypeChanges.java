package io.ams.ddl;

import io.ams.ddl.Effect.Place;
import io.ams.proto.AddColumn;
import io.ams.proto.ChangeType;
import io.ams.proto.ShardColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A change of a column's type. That of a nested type is told by its parts: those that came, went, or changed themselves, as if
 * each had been changed alone.
 */
final class TypeChanges {
    private TypeChanges() {}

    /** Changes the column; the effects come parts first that go, then those that change, then those that come. */
    static Checked<List<Effect>> apply(Place place, ShardNode node, ChangeType change) {
        ShardColumn wanted = ShardColumn.newBuilder()
                .setName(node.name())
                .setType(change.getType())
                .setRequired(node.isRequired())
                .addAllChildren(change.getChildrenList())
                .build();
        return ShardSchemas.column(wanted, place.path().size()).then(checked -> {
            List<Effect> effects = new ArrayList<>();
            retype(place, node, checked, effects);
            return Checked.valid(
                    effects.isEmpty()
                            ? List.<Effect>of(new Effect.Nothing(place.text(), "it has that type already"))
                            : effects);
        });
    }

    private static void retype(Place place, ShardNode node, ShardColumn wanted, List<Effect> effects) {
        ColumnType type = ColumnType.parse(wanted.getType()).orElseThrow();
        if (type.kind() != node.type().kind() || !type.isNested()) {
            if (!type.equals(node.type())) {
                ColumnType before = node.type();
                List<ShardNode> parts = List.copyOf(node.children());
                Optional<String> literal = node.literal();
                node.retype(type);
                wanted.getChildrenList().forEach(child -> node.children().add(ShardNode.of(child)));
                effects.add(new Effect.Retyped(place, node, before, parts, literal));
            }
            return;
        }
        dropMissing(place, node, wanted, effects);
        for (ShardColumn part : wanted.getChildrenList()) {
            Place inside = inside(place, node, part.getName());
            node.child(part.getName()).ifPresent(known -> change(inside, known, part, effects));
        }
        addNew(place, node, wanted, effects);
    }

    private static void change(Place place, ShardNode known, ShardColumn wanted, List<Effect> effects) {
        retype(place, known, wanted, effects);
        if (known.isRequired() != wanted.getRequired()) {
            known.setRequired(wanted.getRequired());
            effects.add(new Effect.Loosened(place, known));
        }
    }

    private static void dropMissing(Place place, ShardNode node, ShardColumn wanted, List<Effect> effects) {
        Set<String> staying = wanted.getChildrenList().stream()
                .map(child -> NameKeys.of(child.getName()))
                .collect(Collectors.toSet());
        for (ShardNode part : List.copyOf(node.children())) {
            if (!staying.contains(NameKeys.of(part.name()))) {
                node.children().remove(part);
                effects.add(new Effect.Dropped(inside(place, node, part.name()), part));
            }
        }
    }

    private static void addNew(Place place, ShardNode node, ShardColumn wanted, List<Effect> effects) {
        for (ShardColumn part : wanted.getChildrenList()) {
            if (node.child(part.getName()).isEmpty()) {
                ShardNode added = ShardNode.of(part);
                node.children().add(added);
                effects.add(new Effect.Added(
                        inside(place, node, part.getName()),
                        added,
                        AddColumn.newBuilder().setColumn(part).build()));
            }
        }
    }

    private static Place inside(Place place, ShardNode node, String name) {
        List<String> path = new ArrayList<>(place.path());
        path.add(name);
        return new Place(Optional.of(node), path);
    }
}
