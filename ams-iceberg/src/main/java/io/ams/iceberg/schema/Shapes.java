package io.ams.iceberg.schema;

import io.ams.proto.PartitionName;
import io.ams.proto.TargetField;
import io.ams.proto.TargetShape;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortField;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** What a table is as far as the coordination of shards goes, drawn from its metadata; and the schema that a shape stands for. */
public final class Shapes {
    /** What is nested deeper than about a hundred levels does not read back from the log, on any node. */
    private static final int MAX_DEPTH = 32;

    private Shapes() {}

    /** Whether schema, partition spec, sort order or format are other ones. Cheap: most commits change none of them. */
    public static boolean differ(TableMetadata before, TableMetadata after) {
        return before.currentSchemaId() != after.currentSchemaId()
                || !before.schema().sameSchema(after.schema())
                || before.lastColumnId() != after.lastColumnId()
                || before.defaultSpecId() != after.defaultSpecId()
                || !before.specsById().keySet().equals(after.specsById().keySet())
                || before.defaultSortOrderId() != after.defaultSortOrderId()
                || before.formatVersion() != after.formatVersion();
    }

    /**
     * The shape of the table with this metadata.
     *
     * @throws UnsupportedOperationException if a column has a type or a default that the state has no word for
     */
    public static TargetShape of(TableMetadata metadata) {
        Set<Integer> pinned = new TreeSet<>();
        for (PartitionField field : metadata.spec().fields()) {
            pinned.add(field.sourceId());
        }
        for (SortField field : metadata.sortOrder().fields()) {
            pinned.add(field.sourceId());
        }
        TargetShape.Builder shape = TargetShape.newBuilder()
                .addAllIdentifierIds(new TreeSet<>(metadata.schema().identifierFieldIds()))
                .addAllPinnedIds(pinned)
                .setLastFieldId(metadata.lastColumnId())
                .setSchemaId(metadata.currentSchemaId())
                .addAllPartitionNames(partitionNames(metadata))
                .setFormatVersion(metadata.formatVersion());
        metadata.schema().columns().forEach(column -> shape.addFields(message(column, 1)));
        return shape.build();
    }

    /** A column may be called as a partition field only if its values are the partition's. */
    private static List<PartitionName> partitionNames(TableMetadata metadata) {
        return metadata.specs().stream()
                .flatMap(spec -> spec.fields().stream())
                .map(field -> PartitionName.newBuilder()
                        .setName(field.name())
                        .setSourceId(isOfItsSource(field) ? field.sourceId() : 0)
                        .build())
                .distinct()
                .sorted(Comparator.comparing(PartitionName::getName).thenComparing(PartitionName::getSourceId))
                .toList();
    }

    private static boolean isOfItsSource(PartitionField field) {
        return field.transform().isIdentity() || field.transform().isVoid();
    }

    private static TargetField message(Types.NestedField field, int depth) {
        Type type = field.type();
        if (depth > MAX_DEPTH) {
            throw new UnsupportedOperationException("a schema is nested at most " + MAX_DEPTH + " deep");
        }
        TargetField.Builder message = TargetField.newBuilder()
                .setId(field.fieldId())
                .setName(field.name())
                .setType(FieldTypes.text(type))
                .setRequired(field.isRequired())
                .setDoc(field.doc() == null ? "" : field.doc());
        if (field.initialDefault() != null) {
            message.setInitialDefault(Constants.text(type, field.initialDefault()));
        }
        if (field.writeDefault() != null) {
            message.setWriteDefault(Constants.text(type, field.writeDefault()));
        }
        if (type.isNestedType()) {
            type.asNestedType().fields().forEach(part -> message.addChildren(message(part, depth + 1)));
        }
        return message.build();
    }

    /** The schema of this shape; its id is that of the shape. */
    public static Schema schema(TargetShape shape) {
        List<Types.NestedField> columns =
                shape.getFieldsList().stream().map(Shapes::field).toList();
        return new Schema(shape.getSchemaId(), columns, Set.copyOf(shape.getIdentifierIdsList()));
    }

    static Types.NestedField field(TargetField field) {
        Type type = FieldTypes.type(field);
        Types.NestedField.Builder built = Types.NestedField.builder()
                .withId(field.getId())
                .withName(field.getName())
                .ofType(type)
                .isOptional(!field.getRequired());
        if (!field.getDoc().isEmpty()) {
            built.withDoc(field.getDoc());
        }
        if (field.hasInitialDefault()) {
            built.withInitialDefault(Constants.literal(type, field.getInitialDefault()));
        }
        if (field.hasWriteDefault()) {
            built.withWriteDefault(Constants.literal(type, field.getWriteDefault()));
        }
        return built.build();
    }
}
