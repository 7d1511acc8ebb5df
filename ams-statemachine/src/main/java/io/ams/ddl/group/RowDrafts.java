package io.ams.ddl.group;

import com.google.protobuf.MessageLite;
import io.ams.state.ChangeSet;
import io.ams.state.Column;
import io.ams.state.KeyRange;
import io.ams.state.View;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** The rows of one column as they are to be: what the state holds, and what was put or deleted since. */
final class RowDrafts<K, V extends MessageLite> {
    private final View view;
    private final Column<K, V> column;
    private final Map<K, Optional<V>> read = new HashMap<>();
    private final NavigableMap<byte[], Draft<K, V>> drafts = new TreeMap<>(Arrays::compareUnsigned);

    RowDrafts(View view, Column<K, V> column) {
        this.view = view;
        this.column = column;
    }

    private record Draft<K, V>(K key, Optional<V> row) {}

    Optional<V> get(K key) {
        Draft<K, V> draft = drafts.get(column.encode(key));
        return draft == null ? read.computeIfAbsent(key, unread -> view.get(column, unread)) : draft.row();
    }

    void put(K key, V row) {
        drafts.put(column.encode(key), new Draft<>(key, Optional.of(row)));
    }

    void delete(K key) {
        drafts.put(column.encode(key), new Draft<>(key, Optional.empty()));
    }

    /** The rows of the range, in key order. */
    List<V> in(KeyRange range) {
        Map<byte[], V> rows = new TreeMap<>(Arrays::compareUnsigned);
        view.scan(column, range, (key, row) -> {
            rows.put(column.encode(key), row);
            return true;
        });
        draftsIn(
                range,
                (bytes, draft) -> draft.row().ifPresentOrElse(row -> rows.put(bytes, row), () -> rows.remove(bytes)));
        return new ArrayList<>(rows.values());
    }

    /** A barrier drafts a row of every shard and asks for the rows of each: only the range itself is gone through. */
    private void draftsIn(KeyRange range, BiConsumer<byte[], Draft<K, V>> visitor) {
        for (Map.Entry<byte[], Draft<K, V>> entry :
                drafts.tailMap(range.start(), true).entrySet()) {
            if (range.isPast(entry.getKey())) {
                return;
            }
            if (range.contains(entry.getKey())) {
                visitor.accept(entry.getKey(), entry.getValue());
            }
        }
    }

    /** The keys of the range, in order. */
    List<K> keysIn(KeyRange range) {
        Map<byte[], K> keys = new TreeMap<>(Arrays::compareUnsigned);
        view.scan(column, range, (key, row) -> {
            keys.put(column.encode(key), key);
            return true;
        });
        draftsIn(
                range,
                (bytes, draft) ->
                        draft.row().ifPresentOrElse(row -> keys.put(bytes, draft.key()), () -> keys.remove(bytes)));
        return new ArrayList<>(keys.values());
    }

    /** Every row that was put, to look at or change. */
    List<V> changed() {
        return drafts.values().stream().flatMap(draft -> draft.row().stream()).toList();
    }

    void addTo(ChangeSet.Builder changes) {
        for (Draft<K, V> draft : drafts.values()) {
            draft.row()
                    .ifPresentOrElse(
                            row -> changes.put(column, draft.key(), row), () -> changes.delete(column, draft.key()));
        }
    }
}
