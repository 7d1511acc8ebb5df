package io.ams.ddl;

import io.ams.proto.RenamedColumn;
import io.ams.proto.SchemaChange;
import java.util.List;
import java.util.Optional;

/** Whether a shard's schema is as changes would leave it, so that the shard need not make them. */
public final class AlreadyThere {
    private AlreadyThere() {}

    /** Whether every one of the changes that have an effect would change nothing. */
    public static boolean all(ShardDraft shard, List<SchemaChange> changes) {
        return changes.stream().allMatch(change -> one(shard, change));
    }

    private static boolean one(ShardDraft shard, SchemaChange change) {
        return switch (change.getChangeCase()) {
            case ADD -> {
                List<String> path = new java.util.ArrayList<>(change.getAdd().getParentList());
                path.add(change.getAdd().getColumn().getName());
                yield hasType(shard.find(path), change.getAdd().getColumn().getType());
            }
            case DROP -> shard.find(change.getDrop().getPathList()).isEmpty();
            case RENAME -> change.getRename().getColumnsList().stream().allMatch(rename -> isRenamed(shard, rename));
            case TYPE ->
                hasType(
                        shard.find(change.getType().getPathList()),
                        change.getType().getType());
            case NULLABILITY ->
                shard.find(change.getNullability().getPathList())
                        .map(node ->
                                node.isRequired() == change.getNullability().getRequired())
                        .orElse(false);
            case DEFAULT ->
                shard.find(change.getDefault().getPathList())
                        .map(node -> node.defaultValue()
                                .equals(
                                        change.getDefault().hasDefault()
                                                ? Optional.of(
                                                        change.getDefault().getDefault())
                                                : Optional.empty()))
                        .orElse(false);
            case IDENTIFIER ->
                shard.identifier()
                        .map(identifier ->
                                identifier.equals(change.getIdentifier().getIdentifier()))
                        .orElse(false);
            case COMMENT, NO_EFFECT, TRUNCATE, CHANGE_NOT_SET -> true;
        };
    }

    private static boolean hasType(Optional<ShardNode> node, String type) {
        return node.isPresent()
                && ColumnType.parse(type).equals(Optional.of(node.get().type()));
    }

    private static boolean isRenamed(ShardDraft shard, RenamedColumn rename) {
        List<String> path = new java.util.ArrayList<>(rename.getPathList());
        boolean oldGone = shard.find(path).isEmpty();
        path.set(path.size() - 1, rename.getNewName());
        return oldGone && shard.find(path).isPresent();
    }
}
