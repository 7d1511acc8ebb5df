package io.ams.optimizer.task;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.PartitionSpecParser;
import org.apache.iceberg.SchemaParser;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.SortOrderParser;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;

/**
 * As much of a table's metadata as writing its files takes: schema, specs, sort orders, location, write properties, and no
 * snapshot. It is a metadata document of the table format, so the format's own reader reads it back with every id in place.
 */
final class TableShape {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private TableShape() {}

    static ObjectNode toJson(TableMetadata table) {
        ObjectNode shape = NODES.objectNode();
        shape.put("format-version", table.formatVersion());
        shape.put("table-uuid", table.uuid());
        shape.put("location", table.location());
        shape.put("last-sequence-number", table.lastSequenceNumber());
        shape.put("last-updated-ms", table.lastUpdatedMillis());
        shape.put("last-column-id", table.lastColumnId());
        shape.put("current-schema-id", table.currentSchemaId());
        shape.putArray("schemas").add(PackedJson.parse(SchemaParser.toJson(table.schema())));
        shape.put("default-spec-id", table.defaultSpecId());
        ArrayNode specs = shape.putArray("partition-specs");
        for (PartitionSpec spec : table.specs()) {
            specs.add(PackedJson.parse(PartitionSpecParser.toJson(spec)));
        }
        shape.put("last-partition-id", table.lastAssignedPartitionId());
        shape.put("default-sort-order-id", table.defaultSortOrderId());
        ArrayNode orders = shape.putArray("sort-orders");
        for (SortOrder order : table.sortOrders()) {
            orders.add(PackedJson.parse(SortOrderParser.toJson(order)));
        }
        ObjectNode properties = shape.putObject("properties");
        writeProperties(table).forEach(properties::put);
        shape.put("current-snapshot-id", -1);
        shape.put("next-row-id", table.nextRowId());
        return shape;
    }

    static TableMetadata fromJson(JsonNode shape) {
        return TableMetadataParser.fromJson(shape);
    }

    private static Map<String, String> writeProperties(TableMetadata table) {
        Map<String, String> sorted = new TreeMap<>();
        table.properties().forEach((key, value) -> {
            if (key.startsWith("write.") || key.startsWith("schema.name-mapping.")) {
                sorted.put(key, value);
            }
        });
        return sorted;
    }
}
