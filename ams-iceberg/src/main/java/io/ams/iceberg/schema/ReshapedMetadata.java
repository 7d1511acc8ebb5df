package io.ams.iceberg.schema;

import io.ams.proto.TargetShape;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.iceberg.MetadataUpdate;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.types.Types;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A table's metadata with another shape: schema, name mapping, and the properties that name columns change together, as they do
 * when Iceberg's own API changes a schema.
 */
public final class ReshapedMetadata {
    /** Schemas that no snapshot refers to, beside the one in force; a table with restless shards would collect them without end. */
    private static final int UNUSED_SCHEMAS_KEPT = 10;

    private static final Logger LOG = LoggerFactory.getLogger(ReshapedMetadata.class);

    private ReshapedMetadata() {}

    /**
     * The metadata of the table with the schema of this shape in force.
     *
     * @param base what the shape was decided on
     */
    public static TableMetadata of(TableMetadata base, TargetShape shape) {
        Schema schema = Shapes.schema(shape);
        TableMetadata.Builder builder = TableMetadata.buildFrom(base).setCurrentSchema(schema, shape.getLastFieldId());
        Map<String, String> properties = properties(base, schema);
        if (!properties.isEmpty()) {
            builder.setProperties(properties);
        }
        Set<String> dropped = droppedMetrics(base, schema);
        if (!dropped.isEmpty()) {
            builder.removeProperties(dropped);
        }
        return withoutUnusedSchemas(builder.build());
    }

    private static Map<String, String> properties(TableMetadata base, Schema schema) {
        Map<String, String> changed = new HashMap<>();
        String mapping = base.properties().get(TableProperties.DEFAULT_NAME_MAPPING);
        if (mapping != null) {
            merged(mapping, schema).ifPresent(merged -> changed.put(TableProperties.DEFAULT_NAME_MAPPING, merged));
        }
        for (Map.Entry<String, String> metric : metrics(base).entrySet()) {
            Types.NestedField before = base.schema().findField(metric.getKey());
            String now = before == null ? null : schema.findColumnName(before.fieldId());
            if (now != null && !now.equals(metric.getKey())) {
                changed.put(TableProperties.METRICS_MODE_COLUMN_CONF_PREFIX + now, metric.getValue());
            }
        }
        return changed;
    }

    /** Whoever wrote a mapping that is none has to mend it; it is left as it is, as Iceberg does, for the schema goes its way. */
    private static Optional<String> merged(String mapping, Schema schema) {
        try {
            NameMapping merged = MergedMapping.of(NameMappingParser.fromJson(mapping), schema);
            return Optional.of(NameMappingParser.toJson(merged));
        } catch (IllegalArgumentException | IllegalStateException | UncheckedIOException | ValidationException e) {
            LOG.warn(
                    "the property {} cannot be read and stays as it is: {}",
                    TableProperties.DEFAULT_NAME_MAPPING,
                    e.getMessage());
            return Optional.empty();
        }
    }

    /** Settings of metrics for columns that are gone or called otherwise. */
    private static Set<String> droppedMetrics(TableMetadata base, Schema schema) {
        return metrics(base).keySet().stream()
                .filter(column -> base.schema().findField(column) != null)
                .filter(column -> {
                    String now = schema.findColumnName(
                            base.schema().findField(column).fieldId());
                    return !column.equals(now);
                })
                .map(column -> TableProperties.METRICS_MODE_COLUMN_CONF_PREFIX + column)
                .collect(Collectors.toSet());
    }

    private static Map<String, String> metrics(TableMetadata base) {
        String prefix = TableProperties.METRICS_MODE_COLUMN_CONF_PREFIX;
        return base.properties().entrySet().stream()
                .filter(property -> property.getKey().startsWith(prefix))
                .collect(Collectors.toMap(
                        property -> property.getKey().substring(prefix.length()), Map.Entry::getValue));
    }

    private static TableMetadata withoutUnusedSchemas(TableMetadata metadata) {
        Set<Integer> used = new TreeSet<>();
        used.add(metadata.currentSchemaId());
        for (Snapshot snapshot : metadata.snapshots()) {
            if (snapshot.schemaId() != null) {
                used.add(snapshot.schemaId());
            }
        }
        List<Integer> unused = metadata.schemas().stream()
                .map(Schema::schemaId)
                .filter(id -> !used.contains(id))
                .sorted()
                .toList();
        if (unused.size() <= UNUSED_SCHEMAS_KEPT) {
            return metadata;
        }
        TableMetadata.Builder builder = TableMetadata.buildFrom(metadata);
        Set<Integer> oldest = Set.copyOf(unused.subList(0, unused.size() - UNUSED_SCHEMAS_KEPT));
        new MetadataUpdate.RemoveSchemas(oldest).applyTo(builder);
        return builder.build();
    }
}
