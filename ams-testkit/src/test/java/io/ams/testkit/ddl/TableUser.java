package io.ams.testkit.ddl;

import io.ams.proto.TargetField;
import io.ams.proto.TargetShape;
import java.util.List;
import java.util.Optional;

/** What users do to the table itself, past the group: all that a table's schema can go through. */
final class TableUser {
    private TableUser() {}

    /** A shape of the table after a change. */
    record Change(String what, TargetShape shape) {}

    /** One change; empty if it is not possible on this shape. */
    static Optional<Change> change(RandomChanges random, TargetShape shape) {
        String asked = random.of(RandomChanges.NAMES);
        Optional<TargetField> field = shape.getFieldsList().stream()
                .filter(known -> known.getName().equalsIgnoreCase(asked))
                .findFirst();
        if (field.isEmpty()) {
            String type = random.primitive();
            TargetShape with = Fields.with(shape, asked, type);
            boolean required = random.chance(30);
            return Optional.of(new Change(
                    "add " + asked + " " + type + (required ? " required" : ""),
                    required ? Fields.changed(with, asked, TableUser::required) : with));
        }
        String name = field.get().getName();
        int id = field.get().getId();
        return switch (random.below(8)) {
            case 6 -> identify(shape, field.get());
            case 7 ->
                Optional.of(new Change(
                        "no key", shape.toBuilder().clearIdentifierIds().build()));
            case 0 -> drop(shape, field.get());
            case 1 -> rename(shape, field.get(), random.of(List.of("a", "b", "c", "d", "e", "A")));
            case 2 -> widen(shape, field.get());
            case 3 -> loosen(shape, field.get());
            case 4 ->
                Optional.of(new Change(
                        "pin " + name, shape.toBuilder().addPinnedIds(id).build()));
            default ->
                Optional.of(new Change(
                        "unpin all", shape.toBuilder().clearPinnedIds().build()));
        };
    }

    private static Optional<Change> loosen(TargetShape shape, TargetField field) {
        return shape.getIdentifierIdsList().contains(field.getId())
                ? Optional.empty()
                : Optional.of(new Change(
                        "loosen " + field.getName(),
                        Fields.changed(
                                shape,
                                field.getName(),
                                old -> old.toBuilder().setRequired(false).build())));
    }

    private static TargetField required(TargetField field) {
        return field.toBuilder().setRequired(true).build();
    }

    private static Optional<Change> identify(TargetShape shape, TargetField field) {
        return field.getRequired() && field.getChildrenCount() == 0
                ? Optional.of(new Change(
                        "key " + field.getName(),
                        shape.toBuilder()
                                .clearIdentifierIds()
                                .addIdentifierIds(field.getId())
                                .build()))
                : Optional.empty();
    }

    private static Optional<Change> drop(TargetShape shape, TargetField field) {
        boolean needed = shape.getPinnedIdsList().contains(field.getId())
                || shape.getIdentifierIdsList().contains(field.getId());
        return needed || shape.getFieldsCount() == 1
                ? Optional.empty()
                : Optional.of(new Change("drop " + field.getName(), Fields.without(shape, field.getName())));
    }

    private static Optional<Change> rename(TargetShape shape, TargetField field, String to) {
        boolean taken = shape.getFieldsList().stream()
                .anyMatch(other ->
                        other.getId() != field.getId() && other.getName().equalsIgnoreCase(to));
        return taken
                ? Optional.empty()
                : Optional.of(new Change(
                        "rename " + field.getName() + " to " + to,
                        Fields.changed(
                                shape,
                                field.getName(),
                                old -> old.toBuilder().setName(to).build())));
    }

    private static Optional<Change> widen(TargetShape shape, TargetField field) {
        Optional<String> wider = switch (field.getType()) {
            case "int" -> Optional.of("long");
            case "float" -> Optional.of("double");
            case "decimal(5,2)" -> Optional.of("decimal(9,2)");
            default -> Optional.empty();
        };
        return wider.map(type -> new Change(
                "widen " + field.getName() + " to " + type,
                Fields.changed(
                        shape,
                        field.getName(),
                        old -> old.toBuilder().setType(type).build())));
    }
}
