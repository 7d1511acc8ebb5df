package io.ams.testkit.ddl.model;

import io.ams.proto.ColumnPath;
import io.ams.proto.Identifier;
import io.ams.proto.RenamedColumn;
import io.ams.proto.SchemaChange;
import io.ams.proto.ShardSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;

/** What changes do to the schema of the shard that makes them, whatever the table says; and what they are called. */
final class ModelChanges {
    private ModelChanges() {}

    static List<String> names(ShardSchema schema) {
        return names(schema.getIdentifier());
    }

    static List<String> names(Identifier identifier) {
        return new ArrayList<>(new TreeSet<>(identifier.getColumnsList().stream()
                .map(ColumnPath::getNamesList)
                .map(path -> path.get(0).toLowerCase(Locale.ROOT))
                .toList()));
    }

    /** Makes the changes, one after the other; false if the schema cannot have had one of them. */
    static boolean make(ModelShard shard, List<SchemaChange> changes) {
        return changes.stream().allMatch(change -> make(shard, change));
    }

    private static boolean make(ModelShard shard, SchemaChange change) {
        return switch (change.getChangeCase()) {
            case ADD -> {
                ModelColumn added = ModelColumn.of(change.getAdd().getColumn());
                yield shard.column(added.name).isEmpty() && added.spell() && shard.columns.add(added);
            }
            case DROP -> drop(shard, change.getDrop().getPath(0));
            case RENAME -> rename(shard, change.getRename().getColumnsList());
            case TYPE ->
                on(
                        shard,
                        change.getType().getPath(0),
                        column -> column.retype(change.getType().getType()));
            case NULLABILITY ->
                on(
                        shard,
                        change.getNullability().getPath(0),
                        column -> column.required = change.getNullability().getRequired());
            case DEFAULT -> {
                on(
                        shard,
                        change.getDefault().getPath(0),
                        column -> column.value = change.getDefault().hasDefault()
                                ? Optional.of(change.getDefault().getDefault())
                                : Optional.empty());
                yield shard.column(change.getDefault().getPath(0))
                        .filter(ModelColumn::spell)
                        .isPresent();
            }
            case COMMENT -> shard.column(change.getComment().getPath(0)).isPresent();
            case IDENTIFIER -> {
                List<String> names = names(change.getIdentifier().getIdentifier());
                shard.identifier = Optional.of(names);
                yield names.stream().allMatch(name -> shard.column(name).isPresent());
            }
            case NO_EFFECT, TRUNCATE -> true;
            case CHANGE_NOT_SET -> false;
        };
    }

    private static boolean on(ModelShard shard, String name, Consumer<ModelColumn> change) {
        shard.column(name).ifPresent(change);
        return shard.column(name).isPresent();
    }

    private static boolean drop(ModelShard shard, String name) {
        Optional<ModelColumn> column = shard.column(name);
        if (column.isEmpty() || shard.columns.size() == 1) {
            return false;
        }
        shard.columns.remove(column.get());
        shard.identifier = shard.identifier.map(names ->
                names.stream().filter(one -> !column.get().isCalled(one)).toList());
        return true;
    }

    private static boolean rename(ModelShard shard, List<RenamedColumn> renames) {
        List<ModelColumn> columns = new ArrayList<>();
        for (RenamedColumn rename : renames) {
            Optional<ModelColumn> column = shard.column(rename.getPath(0));
            if (column.isEmpty() || columns.contains(column.get())) {
                return false;
            }
            columns.add(column.get());
        }
        shard.identifier = shard.identifier.map(names -> names.stream()
                .map(name -> renames.stream()
                        .filter(one -> ModelTypes.sameName(one.getPath(0), name))
                        .map(one -> one.getNewName().toLowerCase(Locale.ROOT))
                        .findFirst()
                        .orElse(name))
                .sorted()
                .toList());
        for (int i = 0; i < columns.size(); i++) {
            columns.get(i).name = renames.get(i).getNewName();
        }
        return columns.stream()
                .allMatch(one -> shard.columns.stream()
                                .filter(other -> other.isCalled(one.name))
                                .count()
                        == 1);
    }

    /** Whether it would make no difference to a table: does not wait at a barrier. */
    static boolean isWithoutEffect(SchemaChange change) {
        return switch (change.getChangeCase()) {
            case NO_EFFECT, TRUNCATE, COMMENT -> true;
            default -> false;
        };
    }

    /** The changes as a text that is the same for the same changes, however they are spelled. */
    static String fingerprint(List<SchemaChange> changes) {
        StringBuilder text = new StringBuilder();
        changes.forEach(change -> text.append(change.getChangeCase())
                .append('(')
                .append(change.toString().toLowerCase(Locale.ROOT))
                .append(')'));
        return text.toString();
    }
}
