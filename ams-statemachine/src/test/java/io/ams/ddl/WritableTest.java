package io.ams.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.AddColumn;
import io.ams.proto.DdlClash;
import io.ams.proto.DdlConflictKind;
import io.ams.proto.DdlPolicies;
import io.ams.proto.PartitionName;
import io.ams.proto.RenameColumns;
import io.ams.proto.RenamedColumn;
import io.ams.proto.SchemaChange;
import io.ams.proto.ShardColumn;
import io.ams.proto.ShardSchema;
import io.ams.proto.TargetField;
import io.ams.proto.TargetShape;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Iceberg would not write comes to a conflict, or is not stored. */
class WritableTest {
    private static final Manner SKIP = Manner.ANNOUNCED.on(Manner.OnConflict.SKIP);
    private static final Manner NEW_FIELD = Manner.ANNOUNCED.on(Manner.OnConflict.NEW_FIELD);
    private static final ShardColumn ID = column("id", "int").setFieldId(1).build();

    private static ShardColumn.Builder column(String name, String type, ShardColumn.Builder... parts) {
        ShardColumn.Builder column = ShardColumn.newBuilder().setName(name).setType(type);
        for (ShardColumn.Builder part : parts) {
            column.addChildren(part);
        }
        return column;
    }

    private static TargetField.Builder field(int id, String name, String type) {
        return TargetField.newBuilder().setId(id).setName(name).setType(type);
    }

    private static TargetShape.Builder shape(int format) {
        return TargetShape.newBuilder()
                .setFormatVersion(format)
                .setLastFieldId(1)
                .addFields(field(1, "id", "int"));
    }

    private static SchemaChange add(ShardColumn.Builder column) {
        return SchemaChange.newBuilder()
                .setAdd(AddColumn.newBuilder().setColumn(column))
                .build();
    }

    private static SchemaChange rename(String from, String to) {
        return SchemaChange.newBuilder()
                .setRename(RenameColumns.newBuilder()
                        .addColumns(RenamedColumn.newBuilder().addPath(from).setNewName(to)))
                .build();
    }

    private record Merged(Merge merge, TargetDraft target) {
        Optional<DdlConflictKind> conflict() {
            return merge.clash().map(DdlClash::getKind);
        }

        List<String> names() {
            return target.fields().stream().map(TargetNode::name).toList();
        }
    }

    private static Merged merged(TargetShape.Builder shape, Manner manner, SchemaChange change) {
        TargetDraft target = TargetDraft.of(shape.build());
        ShardDraft shard = ShardDraft.of(ShardSchema.newBuilder().addColumns(ID).build());
        Merge merge = new Merge(target, shard, List.of(), DdlPolicies.getDefaultInstance(), manner);
        merge.changes(List.of(change)).fold(valid -> valid, complaint -> {
            throw new AssertionError(complaint);
        });
        return new Merged(merge, target);
    }

    private static TargetShape.Builder partitioned() {
        return shape(2).addPartitionNames(
                        PartitionName.newBuilder().setName("id_bucket").setSourceId(0))
                .addPartitionNames(PartitionName.newBuilder().setName("id").setSourceId(1));
    }

    @Test
    void theNameOfAPartitionFieldIsTaken() {
        SchemaChange change = add(column("id_bucket", "int"));

        assertThat(merged(partitioned(), Manner.ANNOUNCED, change).conflict())
                .contains(DdlConflictKind.CONFLICT_NAME_COLLISION);
        assertThat(merged(partitioned(), SKIP, change).names()).containsExactly("id");
        assertThat(merged(partitioned(), NEW_FIELD, change).names()).containsExactly("id", "id_bucket__2");
    }

    @Test
    void aFieldThatCannotBeCalledAsItsShardDoesKeepsItsName() {
        Merged merged = merged(partitioned(), Manner.ANNOUNCED, rename("id", "id_bucket"));

        assertThat(merged.conflict()).isEmpty();
        assertThat(merged.names()).containsExactly("id");
    }

    @Test
    void theSourceOfAnIdentityPartitionLeavesANameThatNoOtherMayTake() {
        TargetShape.Builder renamed = TargetShape.newBuilder()
                .setFormatVersion(2)
                .setLastFieldId(1)
                .addFields(field(1, "key", "int"))
                .addPartitionNames(PartitionName.newBuilder().setName("id").setSourceId(1));
        ShardColumn key = column("key", "int").setFieldId(1).build();
        TargetDraft target = TargetDraft.of(renamed.build());
        ShardDraft shard =
                ShardDraft.of(ShardSchema.newBuilder().addColumns(key).build());
        Merge merge = new Merge(target, shard, List.of(), DdlPolicies.getDefaultInstance(), Manner.ANNOUNCED);

        merge.changes(List.of(add(column("id", "int"))));

        assertThat(merge.clash().map(DdlClash::getKind)).contains(DdlConflictKind.CONFLICT_NAME_COLLISION);
    }

    @Test
    void aPathIsANameWhateverItsLevels() {
        TargetShape.Builder dotted = shape(2).addFields(field(2, "a.b", "int")).setLastFieldId(2);
        SchemaChange struct = add(column("a", "struct", column("b", "int")));
        TargetShape.Builder list = shape(2).addFields(field(2, "l", "list").addChildren(field(3, "element", "int")))
                .setLastFieldId(3);

        assertThat(merged(dotted, Manner.ANNOUNCED, struct).conflict())
                .contains(DdlConflictKind.CONFLICT_NAME_COLLISION);
        assertThat(merged(dotted, NEW_FIELD, struct).names()).containsExactly("id", "a.b", "a__2");
        assertThat(merged(list, Manner.ANNOUNCED, add(column("l.element", "int")))
                        .conflict())
                .contains(DdlConflictKind.CONFLICT_NAME_COLLISION);
    }

    @Test
    void aColumnWhosePartsHaveOnePathIsNotStored() {
        SchemaChange change =
                add(column("a", "struct", column("b.c", "int"), column("b", "struct", column("c", "int"))));

        assertThat(merged(shape(2), Manner.ANNOUNCED, change).conflict()).contains(DdlConflictKind.CONFLICT_STRUCTURE);
        assertThat(merged(shape(2), NEW_FIELD, change).names()).containsExactly("id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"timestamp_ns", "timestamptz_ns", "unknown", "variant", "geometry", "geography"})
    void aTypeThatTheFormatHasNotIsInConflictUntilItHas(String type) {
        SchemaChange plain = add(column("t", type));
        SchemaChange nested = add(column("s", "struct", column("t", type)));

        assertThat(merged(shape(2), Manner.ANNOUNCED, plain).conflict()).contains(DdlConflictKind.CONFLICT_TYPE);
        assertThat(merged(shape(2), Manner.ANNOUNCED, nested).conflict()).contains(DdlConflictKind.CONFLICT_STRUCTURE);
        assertThat(merged(shape(2), SKIP, plain).names()).containsExactly("id");
        assertThat(merged(shape(2), NEW_FIELD, nested).names()).containsExactly("id");
        assertThat(merged(shape(3), Manner.ANNOUNCED, plain).names()).containsExactly("id", "t");
    }

    @Test
    void aMapNeedsAKeyThatCanBeThere() {
        SchemaChange change =
                add(column("m", "map", column("key", "unknown").setRequired(true), column("value", "int")));

        assertThat(merged(shape(3), Manner.ANNOUNCED, change).conflict()).contains(DdlConflictKind.CONFLICT_STRUCTURE);
    }

    @Test
    void idsThatAreIcebergsOwnAreNotGivenToFields() {
        TargetShape.Builder full = shape(2).setLastFieldId(Integer.MAX_VALUE - 201);

        assertThat(merged(full, Manner.ANNOUNCED, add(column("c", "int"))).conflict())
                .contains(DdlConflictKind.CONFLICT_TYPE);
        assertThat(merged(full.setLastFieldId(Integer.MAX_VALUE - 202), Manner.ANNOUNCED, add(column("c", "int")))
                        .names())
                .containsExactly("id", "c");
    }
}
