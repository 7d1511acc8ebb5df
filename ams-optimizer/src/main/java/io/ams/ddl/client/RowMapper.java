package io.ams.ddl.client;

import io.ams.ddl.protocol.ColumnBinding;
import io.ams.ddl.protocol.FillRule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * Makes rows of the table out of rows of a shard: every column goes into the field that it is bound to, and fields that the shard
 * lacks get what the fill rules say. Columns that are not stored are left out. Immutable.
 *
 * <p>A row is a map from names of columns to values; a struct is such a map again, lists and maps are Java's.
 */
public final class RowMapper {
    private final Schema schema;
    /** By path in the shard. */
    private final Map<List<String>, ColumnBinding> columns = new HashMap<>();
    /** Names inside each path, in order. */
    private final Map<List<String>, List<String>> names = new LinkedHashMap<>();

    private final Map<Integer, FillRule> fills = new HashMap<>();

    /**
     * @param schema of the table, as it was when the bindings were decided or later
     */
    public RowMapper(Schema schema, List<ColumnBinding> columns, List<FillRule> fills) {
        this.schema = schema;
        for (ColumnBinding binding : columns) {
            List<String> path = binding.column();
            this.columns.put(path, binding);
            names.computeIfAbsent(path.subList(0, path.size() - 1), inside -> new ArrayList<>())
                    .add(path.get(path.size() - 1));
        }
        fills.forEach(fill -> this.fills.put(fill.fieldId(), fill));
    }

    /**
     * The row as the table has it.
     *
     * @throws IllegalArgumentException if a value does not fit its field
     */
    public Record map(Map<String, ?> row) {
        return struct(schema.asStruct(), List.of(), row);
    }

    private Record struct(Types.StructType type, List<String> inside, Map<?, ?> row) {
        Map<Integer, String> byField = new HashMap<>();
        for (String name : names.getOrDefault(inside, List.of())) {
            ColumnBinding binding = columns.get(path(inside, name));
            if (binding != null && binding.fieldId() != 0) {
                byField.put(binding.fieldId(), name);
            }
        }
        GenericRecord record = GenericRecord.create(type);
        for (Types.NestedField field : type.fields()) {
            String name = byField.get(field.fieldId());
            Object value = name == null ? fill(field) : value(field.type(), path(inside, name), row.get(name));
            record.setField(field.name(), value);
        }
        return record;
    }

    private static List<String> path(List<String> inside, String name) {
        List<String> path = new ArrayList<>(inside);
        path.add(name);
        return List.copyOf(path);
    }

    /** A field that came after the bindings is known to the schema alone. */
    private @Nullable Object fill(Types.NestedField field) {
        FillRule rule = fills.get(field.fieldId());
        if (rule == null) {
            return field.writeDefault() == null
                    ? null
                    : org.apache.iceberg.data.GenericDataUtil.internalToGeneric(field.type(), field.writeDefault());
        }
        return rule.value() == null ? null : FieldValues.of(field.type(), rule.value());
    }

    private @Nullable Object value(Type type, List<String> path, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        return switch (type.typeId()) {
            case STRUCT -> struct(type.asStructType(), path, (Map<?, ?>) value);
            case LIST -> {
                List<@Nullable Object> elements = new ArrayList<>();
                for (Object element : (List<?>) value) {
                    elements.add(value(type.asListType().elementType(), path(path, "element"), element));
                }
                yield elements;
            }
            case MAP -> {
                Map<@Nullable Object, @Nullable Object> entries = new LinkedHashMap<>();
                ((Map<?, ?>) value)
                        .forEach((key, entry) -> entries.put(
                                value(type.asMapType().keyType(), path(path, "key"), key),
                                value(type.asMapType().valueType(), path(path, "value"), entry)));
                yield entries;
            }
            default -> FieldValues.of(type, value);
        };
    }
}
