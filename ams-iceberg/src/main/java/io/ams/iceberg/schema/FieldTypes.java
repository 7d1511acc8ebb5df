package io.ams.iceberg.schema;

import io.ams.ddl.ColumnType;
import io.ams.proto.TargetField;
import java.util.List;
import java.util.Locale;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Iceberg's types as the state spells them, and back. */
final class FieldTypes {
    private FieldTypes() {}

    /**
     * The spelling: that of a primitive, or struct, list, map.
     *
     * @throws UnsupportedOperationException for a type that the state has no word for
     */
    static String text(Type type) {
        if (type.isNestedType()) {
            return type.typeId().name().toLowerCase(Locale.ROOT);
        }
        return ColumnType.parse(type.toString())
                .orElseThrow(() -> new UnsupportedOperationException("shard DDL knows no type " + type))
                .toString();
    }

    /** The type of the field, with all that is inside it. */
    static Type type(TargetField field) {
        List<TargetField> parts = field.getChildrenList();
        return switch (field.getType()) {
            case "struct" ->
                Types.StructType.of(parts.stream().map(Shapes::field).toList());
            case "list" -> list(parts.get(0));
            case "map" -> map(parts.get(0), parts.get(1));
            default -> Types.fromTypeName(spelled(field.getType()));
        };
    }

    /** Iceberg's parser wants a blank in decimals in some releases and takes it in all. */
    private static String spelled(String type) {
        return type.replace(",", ", ");
    }

    private static Type list(TargetField element) {
        return element.getRequired()
                ? Types.ListType.ofRequired(element.getId(), type(element))
                : Types.ListType.ofOptional(element.getId(), type(element));
    }

    private static Type map(TargetField key, TargetField value) {
        return value.getRequired()
                ? Types.MapType.ofRequired(key.getId(), value.getId(), type(key), type(value))
                : Types.MapType.ofOptional(key.getId(), value.getId(), type(key), type(value));
    }
}
