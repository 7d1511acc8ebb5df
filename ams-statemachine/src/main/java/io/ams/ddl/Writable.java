package io.ams.ddl;

import io.ams.proto.PartitionName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What Iceberg does not write into a table's metadata: types that the format has not, and names that would mean two things. Names go
 * by their whole path, levels joined with dots, so that a column {@code a.b} is the same as {@code b} inside {@code a}; partition
 * fields, those of older specs too, share the space of names with columns.
 */
final class Writable {
    private static final int FIRST_VERSION_WITH_NEWER_TYPES = 3;

    /** The ids above are Iceberg's own. */
    private static final int LAST_ID = Integer.MAX_VALUE - 201;

    private Writable() {}

    /** What a name would be taken for, in words; and the field it is of, if it is a field's. */
    record Taken(String by, Optional<Integer> field) {}

    /** Why no field of the target can hold the column, whatever it is called; empty if one can. */
    static Optional<String> objection(TargetDraft target, ShardNode column) {
        if (target.lastFieldId() > LAST_ID - size(column)) {
            return Optional.of("the table has no field ids left");
        }
        List<String> names = new ArrayList<>();
        addNames(column.name(), column.children(), names);
        if (new HashSet<>(names).size() < names.size()) {
            return Optional.of("two of its parts would have the same name, as levels are joined with dots");
        }
        return typeObjection(target, column);
    }

    private static int size(ShardNode node) {
        return 1 + node.children().stream().mapToInt(Writable::size).sum();
    }

    private static Optional<String> typeObjection(TargetDraft target, ShardNode node) {
        if (!hasType(target, node.type())) {
            return Optional.of("a table of format " + target.formatVersion() + " has no type " + node.type()
                    + "; format version " + FIRST_VERSION_WITH_NEWER_TYPES + " has");
        }
        boolean unknownKey = node.type().kind() == ColumnType.Kind.MAP
                && node.children().get(0).type().kind() == ColumnType.Kind.UNKNOWN;
        if (unknownKey) {
            return Optional.of("the key of a map is never NULL, and a value of type unknown always is");
        }
        return node.children().stream()
                .flatMap(part -> typeObjection(target, part).stream())
                .findFirst();
    }

    /** Whether tables of the target's format have the type. */
    static boolean hasType(TargetDraft target, ColumnType type) {
        return switch (type.kind()) {
            case TIMESTAMP_NS, TIMESTAMPTZ_NS, UNKNOWN, OTHER ->
                target.formatVersion() >= FIRST_VERSION_WITH_NEWER_TYPES;
            default -> true;
        };
    }

    /** What has the name, or the name of a part, already, were the column a new field of that name; empty if nothing has. */
    static Optional<Taken> taken(TargetDraft target, @Nullable TargetNode inside, String name, ShardNode column) {
        Map<String, Integer> wanted = new LinkedHashMap<>();
        List<String> names = new ArrayList<>();
        addNames(pathOf(inside, name), column.children(), names);
        names.forEach(path -> wanted.put(path, 0));
        return taken(target, wanted);
    }

    /** The same, were the field called so. */
    static Optional<Taken> taken(TargetDraft target, TargetNode field, String name) {
        Map<String, Integer> wanted = new LinkedHashMap<>();
        addPaths(pathOf(field.parent().orElse(null), name), field, wanted);
        return taken(target, wanted);
    }

    private static Optional<Taken> taken(TargetDraft target, Map<String, Integer> wanted) {
        for (PartitionName partition : target.partitionNames()) {
            Integer field = wanted.get(partition.getName());
            if (field != null && (field == 0 || field != partition.getSourceId())) {
                return Optional.of(new Taken("partition field '" + partition.getName() + "'", Optional.empty()));
            }
        }
        for (Map.Entry<String, Integer> name : wanted.entrySet()) {
            Optional<TargetNode> other = target.at(name.getKey()).filter(field -> field.id() != name.getValue());
            if (other.isPresent()) {
                return Optional.of(
                        new Taken("field " + other.get().id() + " '" + name.getKey() + "'", other.map(TargetNode::id)));
            }
        }
        return Optional.empty();
    }

    private static String pathOf(@Nullable TargetNode inside, String name) {
        return inside == null ? name : String.join(".", inside.path()) + "." + name;
    }

    private static void addNames(String path, List<ShardNode> parts, List<String> names) {
        names.add(path);
        parts.forEach(part -> addNames(path + "." + part.name(), part.children(), names));
    }

    private static void addPaths(String path, TargetNode field, Map<String, Integer> paths) {
        paths.put(path, field.id());
        field.children().forEach(part -> addPaths(path + "." + part.name(), part, paths));
    }
}
