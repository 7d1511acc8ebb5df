package io.ams.testkit.ddl;

import io.ams.proto.TargetField;
import io.ams.proto.TargetShape;
import java.util.function.UnaryOperator;

/** Fields of a target, and what users do to them. */
final class Fields {
    private Fields() {}

    static TargetField optional(int id, String name, String type) {
        return TargetField.newBuilder().setId(id).setName(name).setType(type).build();
    }

    static TargetField required(int id, String name, String type) {
        return optional(id, name, type).toBuilder().setRequired(true).build();
    }

    /** The shape with a new optional field at the end. */
    static TargetShape with(TargetShape shape, String name, String type) {
        int id = shape.getLastFieldId() + 1;
        return shape.toBuilder()
                .addFields(optional(id, name, type))
                .setLastFieldId(id)
                .build();
    }

    /** The shape without the top-level field of this name. */
    static TargetShape without(TargetShape shape, String name) {
        TargetShape.Builder changed = shape.toBuilder().clearFields();
        shape.getFieldsList().stream()
                .filter(field -> !field.getName().equals(name))
                .forEach(changed::addFields);
        return changed.build();
    }

    /** The shape with the top-level field of this name changed. */
    static TargetShape changed(TargetShape shape, String name, UnaryOperator<TargetField> change) {
        TargetShape.Builder changed = shape.toBuilder().clearFields();
        shape.getFieldsList().stream()
                .map(field -> field.getName().equals(name) ? change.apply(field) : field)
                .forEach(changed::addFields);
        return changed.build();
    }
}
