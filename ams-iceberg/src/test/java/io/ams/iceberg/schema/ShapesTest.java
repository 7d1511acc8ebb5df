package io.ams.iceberg.schema;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;
import static org.assertj.core.api.Assertions.assertThat;

import io.ams.ddl.TargetDraft;
import io.ams.proto.TargetShape;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.mapping.MappingUtil;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

class ShapesTest {
    private static Types.NestedField withDefaults(int id, String name, Type type, Literal<?> value) {
        return Types.NestedField.builder()
                .withId(id)
                .withName(name)
                .ofType(type)
                .isOptional(true)
                .withDoc("doc of " + name)
                .withInitialDefault(value)
                .withWriteDefault(value)
                .build();
    }

    private static TableMetadata table(Schema schema, Map<String, String> properties) {
        return TableMetadata.buildFromEmpty(3)
                .assignUUID()
                .setLocation("s3://w/t")
                .setCurrentSchema(schema, schema.highestFieldId())
                .setDefaultPartitionSpec(PartitionSpec.unpartitioned())
                .setDefaultSortOrder(SortOrder.unsorted())
                .setProperties(properties)
                .build();
    }

    private static Schema everything() {
        return new Schema(
                List.of(
                        required(1, "id", Types.LongType.get()),
                        withDefaults(2, "i", Types.IntegerType.get(), Literal.of(5)),
                        withDefaults(3, "l", Types.LongType.get(), Literal.of(-7L)),
                        withDefaults(4, "f", Types.FloatType.get(), Literal.of(1.5f)),
                        withDefaults(5, "d", Types.DoubleType.get(), Literal.of(1e100)),
                        withDefaults(
                                6,
                                "dec",
                                Types.DecimalType.of(9, 2),
                                Literal.of(new BigDecimal("12.30")).to(Types.DecimalType.of(9, 2))),
                        withDefaults(7, "b", Types.BooleanType.get(), Literal.of(true)),
                        withDefaults(8, "s", Types.StringType.get(), Literal.of("it's")),
                        withDefaults(
                                9,
                                "day",
                                Types.DateType.get(),
                                Literal.of("2024-02-29").to(Types.DateType.get())),
                        withDefaults(
                                10,
                                "t",
                                Types.TimeType.get(),
                                Literal.of("23:59:59.000001").to(Types.TimeType.get())),
                        withDefaults(
                                11,
                                "ts",
                                Types.TimestampType.withoutZone(),
                                Literal.of("2024-02-29T01:02:03.000004").to(Types.TimestampType.withoutZone())),
                        withDefaults(
                                12,
                                "tz",
                                Types.TimestampType.withZone(),
                                Literal.of("2024-02-29T01:02:03+00:00").to(Types.TimestampType.withZone())),
                        withDefaults(13, "u", Types.UUIDType.get(), Literal.of(new UUID(1, 2))),
                        withDefaults(
                                14, "bin", Types.BinaryType.get(), Literal.of(ByteBuffer.wrap(new byte[] {1, -1}))),
                        withDefaults(
                                15,
                                "fix",
                                Types.FixedType.ofLength(2),
                                Literal.of(new byte[] {0, 15}).to(Types.FixedType.ofLength(2))),
                        optional(16, "ns", Types.TimestampNanoType.withoutZone()),
                        optional(17, "nz", Types.TimestampNanoType.withZone()),
                        optional(18, "unknown", Types.UnknownType.get()),
                        optional(19, "v", Types.VariantType.get()),
                        optional(
                                20,
                                "nested",
                                Types.StructType.of(
                                        required(21, "list", Types.ListType.ofOptional(23, Types.StringType.get())),
                                        optional(
                                                22,
                                                "map",
                                                Types.MapType.ofRequired(
                                                        24,
                                                        25,
                                                        Types.StringType.get(),
                                                        Types.StructType.of(
                                                                optional(26, "x", Types.IntegerType.get()))))))),
                Set.of(1));
    }

    @Test
    void aSchemaComesBackFromItsShapeAsItWas() {
        TableMetadata table = table(everything(), Map.of());

        TargetShape shape = Shapes.of(table);

        assertThat(Shapes.schema(shape).sameSchema(table.schema())).isTrue();
        assertThat(Shapes.schema(shape).schemaId()).isEqualTo(table.currentSchemaId());
        assertThat(TargetDraft.of(shape).shape()).isEqualTo(shape);
        assertThat(Shapes.of(ReshapedMetadata.of(table, shape))).isEqualTo(shape);
    }

    @Test
    void anotherShapeIsAnotherSchemaUnderANewId() {
        TableMetadata table = table(everything(), Map.of());
        TargetShape shape = Shapes.of(table);
        TargetShape wider = shape.toBuilder()
                .setFields(1, shape.getFields(1).toBuilder().setType("long").setName("wide"))
                .build();

        TableMetadata reshaped = ReshapedMetadata.of(table, wider);

        assertThat(reshaped.currentSchemaId()).isEqualTo(table.currentSchemaId() + 1);
        assertThat(reshaped.schema().findField("wide").type()).isEqualTo(Types.LongType.get());
        assertThat(reshaped.schema().findField("wide").fieldId()).isEqualTo(2);
        assertThat(Shapes.of(reshaped))
                .isEqualTo(wider.toBuilder()
                        .setSchemaId(reshaped.currentSchemaId())
                        .build());
    }

    @Test
    void nameMappingAndMetricsFollowTheColumns() {
        Schema schema = new Schema(
                required(1, "id", Types.LongType.get()),
                optional(2, "a", Types.IntegerType.get()),
                optional(3, "b", Types.IntegerType.get()));
        TableMetadata table = table(
                schema,
                Map.of(
                        TableProperties.DEFAULT_NAME_MAPPING,
                        NameMappingParser.toJson(MappingUtil.create(schema)),
                        TableProperties.METRICS_MODE_COLUMN_CONF_PREFIX + "a",
                        "full",
                        TableProperties.METRICS_MODE_COLUMN_CONF_PREFIX + "b",
                        "none"));
        TargetShape shape = Shapes.of(table);
        TargetShape renamed = shape.toBuilder()
                .setFields(1, shape.getFields(1).toBuilder().setName("aa"))
                .removeFields(2)
                .build();

        TableMetadata reshaped = ReshapedMetadata.of(table, renamed);

        NameMapping mapping =
                NameMappingParser.fromJson(reshaped.properties().get(TableProperties.DEFAULT_NAME_MAPPING));
        assertThat(mapping.find(2).names()).containsExactlyInAnyOrder("a", "aa");
        assertThat(mapping.find("b")).isNull();
        assertThat(reshaped.properties())
                .containsEntry(TableProperties.METRICS_MODE_COLUMN_CONF_PREFIX + "aa", "full")
                .doesNotContainKey(TableProperties.METRICS_MODE_COLUMN_CONF_PREFIX + "a")
                .doesNotContainKey(TableProperties.METRICS_MODE_COLUMN_CONF_PREFIX + "b");
    }

    @Test
    void schemasThatNothingRefersToDoNotPileUp() {
        TableMetadata table = table(new Schema(required(1, "id", Types.LongType.get())), Map.of());
        for (int i = 0; i < 40; i++) {
            TargetShape shape = Shapes.of(table);
            table = ReshapedMetadata.of(
                    table,
                    shape.toBuilder()
                            .setFields(0, shape.getFields(0).toBuilder().setDoc("version " + i))
                            .build());
        }

        assertThat(table.schemas()).hasSizeLessThanOrEqualTo(11);
        assertThat(table.schema().findField(1).doc()).isEqualTo("version 39");
        assertThat(table.currentSchemaId()).isEqualTo(40);
    }
}
