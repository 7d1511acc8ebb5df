package io.ams.iceberg.schema;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;
import static org.assertj.core.api.Assertions.assertThat;

import io.ams.ddl.Manner;
import io.ams.ddl.Merge;
import io.ams.ddl.ShardDraft;
import io.ams.ddl.TargetDraft;
import io.ams.proto.AddColumn;
import io.ams.proto.ColumnDefault;
import io.ams.proto.DdlPolicies;
import io.ams.proto.SchemaChange;
import io.ams.proto.ShardColumn;
import io.ams.proto.ShardSchema;
import io.ams.proto.TargetShape;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the rules make of a column that a shard adds, Iceberg writes it, and gives it back as it was. */
class ReshapedMetadataTest {
    private static TableMetadata table(int format, Map<String, String> properties) {
        Schema schema = new Schema(
                required(1, "id", Types.LongType.get()),
                optional(2, "region", Types.StringType.get()),
                optional(3, "a.b", Types.IntegerType.get()),
                optional(4, "l", Types.ListType.ofOptional(5, Types.IntegerType.get())));
        PartitionSpec spec = PartitionSpec.builderFor(schema)
                .identity("region")
                .bucket("id", 4)
                .build();
        return TableMetadata.buildFromEmpty(format)
                .assignUUID()
                .setLocation("s3://w/t")
                .setCurrentSchema(schema, schema.highestFieldId())
                .setDefaultPartitionSpec(spec)
                .setDefaultSortOrder(SortOrder.unsorted())
                .setProperties(properties)
                .build();
    }

    private static ShardColumn.Builder column(String name, String type) {
        return ShardColumn.newBuilder().setName(name).setType(type);
    }

    private static SchemaChange add(ShardColumn.Builder column) {
        return SchemaChange.newBuilder()
                .setAdd(AddColumn.newBuilder().setColumn(column))
                .build();
    }

    private static TableMetadata with(TableMetadata base, SchemaChange change) {
        TargetDraft target = TargetDraft.of(Shapes.of(base));
        ShardDraft shard = ShardDraft.of(
                ShardSchema.newBuilder().addColumns(column("own", "int")).build());
        Manner apart = Manner.ANNOUNCED.on(Manner.OnConflict.NEW_FIELD);
        new Merge(target, shard, List.of(), DdlPolicies.getDefaultInstance(), apart)
                .changes(List.of(change))
                .fold(valid -> valid, complaint -> {
                    throw new AssertionError(complaint);
                });
        TargetShape wanted = target.shape();
        TableMetadata reshaped = ReshapedMetadata.of(base, wanted);
        assertThat(Shapes.of(reshaped))
                .isEqualTo(wanted.toBuilder()
                        .setSchemaId(reshaped.currentSchemaId())
                        .build());
        return reshaped;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "boolean",
                "int",
                "long",
                "float",
                "double",
                "decimal(38,10)",
                "date",
                "time",
                "timestamp",
                "timestamptz",
                "timestamp_ns",
                "timestamptz_ns",
                "string",
                "uuid",
                "fixed[7]",
                "binary",
                "unknown",
                "variant",
                "geometry",
                "geometry(srid:3857)",
                "geography",
                "geography(srid:4326, karney)"
            })
    void everyType(String type) {
        for (int format = 1; format <= 3; format++) {
            TableMetadata base = table(format, Map.of());
            with(base, add(column("c", type)));
            with(base, add(column("s", "struct").addChildren(column("c", type))));
            with(base, add(column("e", "list").addChildren(column("element", type))));
            with(
                    base,
                    add(column("m", "map")
                            .addChildren(column("key", type).setRequired(true))
                            .addChildren(column("value", "int"))));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"region", "REGION", "id_bucket", "id_bucket_4", "a", "a.b", "l", "l.element", "b", "id", "own.x"
            })
    void everyName(String name) {
        for (int format = 1; format <= 3; format++) {
            TableMetadata base = table(format, Map.of());
            with(base, add(column(name, "int")));
            with(base, add(column(name, "struct").addChildren(column("b", "int"))));
            with(base, add(column(name, "list").addChildren(column("element", "int"))));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "float,0.1",
        "float,3.14159265",
        "float,16777217",
        "float,1e-45",
        "double,1e-330",
        "double,0.1000000000000000055511151231257827",
        "double,123456789012345678901234567890",
        "date,0000-01-01",
        "date,9999-12-31",
        "timestamp,9999-12-31T23:59:59.999999",
        "timestamp_ns,1677-09-21T00:12:43.145224193",
        "timestamptz_ns,2262-04-11T23:47:16.854775807Z",
        "boolean,1",
        "'decimal(5,2)',1"
    })
    void everyDefault(String type, String literal) {
        ShardColumn.Builder column = column("c", type)
                .setRequired(true)
                .setDefault(ColumnDefault.newBuilder().setLiteral(literal));

        TableMetadata reshaped = with(table(3, Map.of()), add(column));

        assertThat(reshaped.schema().findField("c").initialDefault()).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"not json", "[{\"names\":[\"a\"]},{\"names\":[\"b\"]}]", "{}"})
    void aNameMappingThatIsNoneStaysAsItIs(String mapping) {
        TableMetadata base = table(2, Map.of(TableProperties.DEFAULT_NAME_MAPPING, mapping));

        TableMetadata reshaped = with(base, add(column("c", "int")));

        assertThat(reshaped.schema().findField("c")).isNotNull();
        assertThat(reshaped.properties()).containsEntry(TableProperties.DEFAULT_NAME_MAPPING, mapping);
    }
}
