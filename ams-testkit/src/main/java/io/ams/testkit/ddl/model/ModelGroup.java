package io.ams.testkit.ddl.model;

import io.ams.proto.DdlConflictKind;
import io.ams.proto.DdlMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** A group, its shards and its table: all that the model knows. Copied whenever something is only tried. */
final class ModelGroup {
    final DdlMode mode;
    final boolean retain;
    final int format;
    long version = 1;
    int lastField;
    final List<ModelField> fields = new ArrayList<>();
    final TreeMap<String, ModelShard> shards = new TreeMap<>();

    /** The barrier that is next to be passed. */
    long head = 1;

    /** Set while the head barrier is held by a conflict of what all agreed on. */
    Optional<HeldBarrier> held = Optional.empty();

    long nextConflict = 1;

    /** Why the head barrier is held, since when, and how it is to be passed all the same. */
    record HeldBarrier(DdlConflictKind kind, String shard, long number, ModelMerge.Manner resolution) {}

    ModelGroup(DdlMode mode, boolean retain, int format) {
        this.mode = mode;
        this.retain = retain;
        this.format = format;
    }

    ModelGroup copy() {
        ModelGroup copy = new ModelGroup(mode, retain, format);
        copy.version = version;
        copy.lastField = lastField;
        fields.forEach(field -> copy.fields.add(field.copy()));
        shards.forEach((name, shard) -> copy.shards.put(name, shard.copy()));
        copy.head = head;
        copy.held = held;
        copy.nextConflict = nextConflict;
        return copy;
    }

    /** The shard, unless it is not there or has left. */
    Optional<ModelShard> member(String name) {
        return Optional.ofNullable(shards.get(name)).filter(shard -> !shard.left);
    }

    List<ModelShard> members() {
        return shards.values().stream().filter(shard -> !shard.left).toList();
    }

    ModelShard shard(String name) {
        return member(name).orElseThrow();
    }

    Optional<ModelField> field(int id) {
        return fields.stream().filter(field -> field.id == id).findFirst();
    }

    Optional<ModelField> called(String name) {
        return fields.stream().filter(field -> field.isCalled(name)).findFirst();
    }

    /** The shards that have the field. */
    List<ModelShard> bound(ModelField field) {
        return members().stream()
                .filter(shard -> shard.boundTo(field).isPresent())
                .toList();
    }

    boolean isPessimistic() {
        return mode == DdlMode.PESSIMISTIC;
    }

    /** The fields that answer to the name for a shard, that which it means first; never one that the shard has. */
    List<ModelField> answering(ModelShard shard, String name) {
        List<ModelField> answering = new ArrayList<>();
        fields.stream().filter(field -> field.isCalled(name)).forEach(answering::add);
        fields.stream().filter(field -> field.isToBeCalled(name)).forEach(answering::add);
        fields.stream()
                .filter(field -> field.wasCalled(name) || isCalledByShards(field, name))
                .filter(field -> !answering.contains(field))
                .sorted(Comparator.comparingInt(field -> field.generation))
                .forEach(answering::add);
        answering.removeIf(field -> shard.boundTo(field).isPresent());
        return answering;
    }

    boolean isCalledByShards(ModelField field, String name) {
        return bound(field).stream()
                .anyMatch(one -> one.boundTo(field).orElseThrow().isCalled(name));
    }
}
