package io.ams.testkit.ddl.model;

import io.ams.proto.AddColumn;
import io.ams.proto.ChangeDefault;
import io.ams.proto.ChangeIdentifier;
import io.ams.proto.ChangeNullability;
import io.ams.proto.ChangeType;
import io.ams.proto.DropColumn;
import io.ams.proto.SchemaChange;
import io.ams.proto.ShardColumn;
import io.ams.proto.ShardSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The changes that lead from one schema to another, told by names alone. */
final class ModelDifference {
    private ModelDifference() {}

    static List<SchemaChange> between(ModelShard shard, ShardSchema wanted) {
        List<SchemaChange> changes = new ArrayList<>();
        for (ShardColumn column : wanted.getColumnsList()) {
            Optional<ModelColumn> there = shard.column(column.getName());
            if (there.isEmpty()) {
                changes.add(SchemaChange.newBuilder()
                        .setAdd(AddColumn.newBuilder().setColumn(column))
                        .build());
            } else {
                alter(changes, there.get(), column);
            }
        }
        for (ModelColumn column : shard.columns) {
            if (wanted.getColumnsList().stream().noneMatch(one -> column.isCalled(one.getName()))) {
                changes.add(SchemaChange.newBuilder()
                        .setDrop(DropColumn.newBuilder().addPath(column.name))
                        .build());
            }
        }
        if (wanted.hasIdentifier() && !shard.identifier.equals(Optional.of(ModelChanges.names(wanted)))) {
            changes.add(SchemaChange.newBuilder()
                    .setIdentifier(ChangeIdentifier.newBuilder().setIdentifier(wanted.getIdentifier()))
                    .build());
        }
        return changes;
    }

    private static void alter(List<SchemaChange> changes, ModelColumn there, ShardColumn wanted) {
        SchemaChange.Builder change = SchemaChange.newBuilder();
        if (!there.type.equals(wanted.getType())) {
            changes.add(
                    change.setType(ChangeType.newBuilder().addPath(there.name).setType(wanted.getType()))
                            .build());
        }
        if (there.required != wanted.getRequired()) {
            changes.add(change.setNullability(
                            ChangeNullability.newBuilder().addPath(there.name).setRequired(wanted.getRequired()))
                    .build());
        }
        ModelColumn carriedOver = there.copy();
        carriedOver.retype(wanted.getType());
        ModelColumn spelled = ModelColumn.of(wanted);
        spelled.spell();
        if (!carriedOver.value.equals(spelled.value)) {
            ChangeDefault.Builder changed = ChangeDefault.newBuilder().addPath(there.name);
            changes.add(change.setDefault(wanted.hasDefault() ? changed.setDefault(wanted.getDefault()) : changed)
                    .build());
        }
    }
}
