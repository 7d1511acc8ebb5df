package io.ams.ddl;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The columns of one level of a shard's schema, in their order. Finds them by name without going through all of them each time, so
 * that thousands of changes to thousands of columns stay a matter of milliseconds; not for several threads.
 */
final class ShardColumns extends AbstractList<ShardNode> {
    private final List<ShardNode> columns;
    private final Lookups lookups = new Lookups();
    private @Nullable Map<String, List<ShardNode>> byName;

    ShardColumns(int expected) {
        columns = new ArrayList<>(expected);
    }

    @Override
    public ShardNode get(int index) {
        return columns.get(index);
    }

    @Override
    public int size() {
        return columns.size();
    }

    @Override
    public void add(int index, ShardNode column) {
        columns.add(index, column);
        if (byName != null) {
            named(byName, column.name()).add(column);
        }
    }

    @Override
    public ShardNode remove(int index) {
        ShardNode removed = columns.remove(index);
        if (byName != null) {
            named(byName, removed.name()).remove(removed);
        }
        return removed;
    }

    /** As the list that it inherits from does it, but not by an iterator. */
    @Override
    public boolean remove(Object column) {
        int index = columns.indexOf(column);
        if (index >= 0) {
            remove(index);
        }
        return index >= 0;
    }

    @Override
    public void clear() {
        columns.clear();
        byName = null;
    }

    /** Gives the column, which is one of these, another name. Two may have the same one for a while. */
    void rename(ShardNode column, String to) {
        if (byName != null) {
            named(byName, column.name()).remove(column);
            named(byName, to).add(column);
        }
        column.rename(to);
    }

    /** The column of this name. */
    Optional<ShardNode> find(String name) {
        return namesakes(name).stream().findFirst();
    }

    /** All columns that have this name. */
    List<ShardNode> namesakes(String name) {
        if (byName == null && lookups.areMany()) {
            byName = index();
        }
        return byName == null
                ? columns.stream()
                        .filter(column -> NameKeys.same(column.name(), name))
                        .toList()
                : byName.getOrDefault(NameKeys.of(name), List.of());
    }

    private Map<String, List<ShardNode>> index() {
        Map<String, List<ShardNode>> index = new HashMap<>();
        columns.forEach(column -> named(index, column.name()).add(column));
        return index;
    }

    private static List<ShardNode> named(Map<String, List<ShardNode>> index, String name) {
        return index.computeIfAbsent(NameKeys.of(name), key -> new ArrayList<>(1));
    }
}
