package io.ams.testkit.ddl.model;

import io.ams.proto.ShardSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A shard, with what it announced. */
final class ModelShard {
    final String name;
    boolean left;
    final List<ModelColumn> columns = new ArrayList<>();
    Optional<List<String>> identifier = Optional.empty();
    long announced;
    long decided;
    long acknowledged;

    /** Fields that it wrote and dropped. */
    final Set<Integer> released = new TreeSet<>();

    /** The barrier that its first announcement that is not decided is for. */
    long next;

    final List<ModelPending> queue = new ArrayList<>();
    final TreeMap<Long, ModelDecision> decisions = new TreeMap<>();

    ModelShard(String name) {
        this.name = name;
    }

    /** What was said to an announcement, and under what fingerprint. */
    record ModelDecision(List<String> fingerprints, String said) {}

    ModelShard copy() {
        ModelShard copy = new ModelShard(name);
        copy.left = left;
        columns.forEach(column -> copy.columns.add(column.copy()));
        copy.identifier = identifier;
        copy.announced = announced;
        copy.decided = decided;
        copy.acknowledged = acknowledged;
        copy.released.addAll(released);
        copy.next = next;
        queue.forEach(pending -> copy.queue.add(pending.copy()));
        copy.decisions.putAll(decisions);
        return copy;
    }

    Optional<ModelColumn> column(String asked) {
        return columns.stream().filter(column -> column.isCalled(asked)).findFirst();
    }

    Optional<ModelColumn> boundTo(ModelField field) {
        return columns.stream().filter(column -> column.field == field.id).findFirst();
    }

    /** Whether it says that it has this schema; of the primary key only if it says so. */
    boolean looksLike(ShardSchema schema) {
        boolean same = schema.getColumnsCount() == columns.size()
                && schema.getColumnsList().stream()
                        .allMatch(wanted -> column(wanted.getName())
                                .filter(one -> one.looksLike(wanted))
                                .isPresent());
        return same && (!schema.hasIdentifier() || identifier.equals(Optional.of(ModelChanges.names(schema))));
    }
}
