package io.ams.ddl;

import io.ams.ddl.Effect.Place;
import io.ams.proto.AddColumn;
import io.ams.proto.ChangeComment;
import io.ams.proto.ChangeDefault;
import io.ams.proto.ChangeNullability;
import io.ams.proto.ColumnDefault;
import io.ams.proto.ColumnPath;
import io.ams.proto.DropColumn;
import io.ams.proto.Identifier;
import io.ams.proto.RenamedColumn;
import io.ams.proto.SchemaChange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a change does to the schema of the shard that makes it, whatever the target says. A change that the schema cannot have
 * had, such as dropping a column that is not there, is invalid: the shard and AMS do not see the same schema.
 */
final class ShardChanges {
    private ShardChanges() {}

    /** Changes the draft. If the change is invalid the draft is in no good state and must be thrown away. */
    static Checked<List<Effect>> apply(ShardDraft shard, SchemaChange change) {
        return switch (change.getChangeCase()) {
            case ADD -> add(shard, change.getAdd());
            case DROP -> drop(shard, change.getDrop());
            case RENAME -> rename(shard, change.getRename().getColumnsList());
            case TYPE ->
                withColumn(
                        shard,
                        change.getType().getPathList(),
                        (place, node) -> TypeChanges.apply(place, node, change.getType()));
            case NULLABILITY ->
                withColumn(
                        shard,
                        change.getNullability().getPathList(),
                        (place, node) -> loosen(place, node, change.getNullability()));
            case DEFAULT ->
                withColumn(
                        shard,
                        change.getDefault().getPathList(),
                        (place, node) -> setDefault(place, node, change.getDefault()));
            case COMMENT ->
                withColumn(
                        shard,
                        change.getComment().getPathList(),
                        (place, node) -> comment(place, node, change.getComment()));
            case IDENTIFIER -> identify(shard, change.getIdentifier().getIdentifier());
            case NO_EFFECT -> one(new Effect.Nothing("", change.getNoEffect().getWhat()));
            case TRUNCATE -> one(new Effect.Truncated());
            case CHANGE_NOT_SET -> Checked.invalid("a change says nothing of what it changes");
        };
    }

    /** What a kind of change does to a column that is there. */
    private interface OnColumn {
        Checked<List<Effect>> apply(Place place, ShardNode node);
    }

    private static Checked<List<Effect>> withColumn(ShardDraft shard, List<String> path, OnColumn change) {
        Optional<ShardNode> node = shard.find(path);
        return node.isEmpty() ? missing(path) : change.apply(place(shard, path), node.get());
    }

    static Place place(ShardDraft shard, List<String> path) {
        return new Place(path.size() < 2 ? Optional.empty() : shard.find(parentOf(path)), path);
    }

    private static List<String> parentOf(List<String> path) {
        return path.subList(0, path.size() - 1);
    }

    private static Checked<List<Effect>> one(Effect effect) {
        return Checked.valid(List.of(effect));
    }

    private static Checked<List<Effect>> missing(List<String> path) {
        return Checked.invalid("the shard has no column '" + String.join(".", path) + "'");
    }

    private static Checked<List<Effect>> add(ShardDraft shard, AddColumn change) {
        Optional<ShardColumns> level = shard.inside(change.getParentList());
        if (level.isEmpty()) {
            return Checked.invalid(
                    "the shard has no struct '" + String.join(".", change.getParentList()) + "' to add a field to");
        }
        List<String> path = new ArrayList<>(change.getParentList());
        path.add(change.getColumn().getName());
        String shown = String.join(".", path);
        if (level.get().find(change.getColumn().getName()).isPresent()) {
            return change.getIfAbsent()
                    ? one(new Effect.Nothing(shown, "the shard has it"))
                    : Checked.invalid("the shard has a column '" + shown + "' already");
        }
        return ShardSchemas.column(change.getColumn(), path.size()).then(column -> {
            ShardNode node = ShardNode.of(column);
            Checked<ColumnDefault> existing = ShardSchemas.defaultOf(
                    node.type(), change.getExisting(), change.getColumn().getName());
            return existing.then(value -> {
                level.get().add(node);
                AddColumn.Builder checked = change.toBuilder().setColumn(column);
                if (change.hasExisting()) {
                    checked.setExisting(value);
                }
                return one(new Effect.Added(place(shard, path), node, checked.build()));
            });
        });
    }

    private static Checked<List<Effect>> drop(ShardDraft shard, DropColumn change) {
        List<String> path = change.getPathList();
        Optional<ShardNode> node = shard.find(path);
        if (node.isEmpty()) {
            return change.getIfPresent()
                    ? one(new Effect.Nothing(String.join(".", path), "the shard does not have it"))
                    : missing(path);
        }
        Optional<ShardColumns> level = shard.inside(parentOf(path));
        if (level.isEmpty()) {
            return Checked.invalid("'" + String.join(".", path) + "' is a part of a list or map and cannot be dropped");
        }
        if (level.get().size() == 1) {
            return Checked.invalid("'" + String.join(".", path) + "' is the last column there and cannot be dropped");
        }
        Place place = place(shard, path);
        level.get().remove(node.get());
        shard.dropFromIdentifier(path);
        return one(new Effect.Dropped(place, node.get()));
    }

    /** All at once: first every column is looked up, then every one gets its name. */
    private static Checked<List<Effect>> rename(ShardDraft shard, List<RenamedColumn> renames) {
        if (renames.isEmpty()) {
            return Checked.invalid("a rename names no column");
        }
        Map<ShardNode, RenamedColumn> found = new LinkedHashMap<>();
        for (RenamedColumn rename : renames) {
            Optional<ShardNode> node = shard.find(rename.getPathList());
            if (node.isEmpty()) {
                return missing(rename.getPathList());
            }
            boolean nameable = ShardSchemas.isName(rename.getNewName())
                    && shard.inside(parentOf(rename.getPathList())).isPresent();
            if (!nameable || found.put(node.get(), rename) != null) {
                return Checked.invalid("'" + String.join(".", rename.getPathList()) + "' cannot be renamed to '"
                        + rename.getNewName() + "'");
            }
        }
        List<Effect.Move> moves = new ArrayList<>();
        found.forEach((node, rename) -> {
            List<String> newPath = new ArrayList<>(parentOf(rename.getPathList()));
            newPath.add(rename.getNewName());
            moves.add(new Effect.Move(
                    new Place(place(shard, rename.getPathList()).parent(), newPath), node, node.name()));
        });
        moves.forEach(
                move -> level(shard, move).rename(move.node(), last(move.place().path())));
        for (Effect.Move move : moves) {
            if (level(shard, move).namesakes(move.node().name()).size() > 1) {
                return Checked.invalid("the shard has a column '" + move.place().text() + "' already");
            }
        }
        shard.renameInIdentifier(renames);
        return one(new Effect.Renamed(moves));
    }

    private static ShardColumns level(ShardDraft shard, Effect.Move move) {
        return move.place().parent().map(ShardNode::children).orElse(shard.columns());
    }

    private static String last(List<String> path) {
        return path.get(path.size() - 1);
    }

    private static Checked<List<Effect>> loosen(Place place, ShardNode node, ChangeNullability change) {
        if (node.isRequired() == change.getRequired()) {
            return one(new Effect.Nothing(place.text(), "it is so already"));
        }
        node.setRequired(change.getRequired());
        return one(new Effect.Loosened(place, node));
    }

    private static Checked<List<Effect>> setDefault(Place place, ShardNode node, ChangeDefault change) {
        Optional<String> before = node.literal();
        if (!change.hasDefault()) {
            node.setDefault(Optional.empty());
            return one(new Effect.Defaulted(place, node, before));
        }
        return ShardSchemas.defaultOf(node.type(), change.getDefault(), place.text())
                .then(value -> {
                    node.setDefault(Optional.of(value));
                    return one(new Effect.Defaulted(place, node, before));
                });
    }

    private static Checked<List<Effect>> comment(Place place, ShardNode node, ChangeComment change) {
        return one(new Effect.Commented(place, node, change.getComment()));
    }

    private static Checked<List<Effect>> identify(ShardDraft shard, Identifier identifier) {
        for (ColumnPath path : identifier.getColumnsList()) {
            if (shard.find(path.getNamesList()).isEmpty()) {
                return missing(path.getNamesList());
            }
        }
        shard.setIdentifier(identifier);
        return one(new Effect.Identified(identifier));
    }
}
