package io.ams.state;

import com.google.protobuf.MessageLite;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Short forms of {@link View#scan} for ranges that are known to be small, or are cut. */
public final class Rows {
    private Rows() {}

    /** The rows of the range, at most {@code limit}, in key order. */
    public static <K, V extends MessageLite> List<Map.Entry<K, V>> first(
            View view, Column<K, V> column, KeyRange range, int limit) {
        List<Map.Entry<K, V>> rows = new ArrayList<>();
        if (limit > 0) {
            view.scan(column, range, (key, row) -> {
                rows.add(Map.entry(key, row));
                return rows.size() < limit;
            });
        }
        return rows;
    }

    /** The values of every row of the range, in key order. */
    public static <K, V extends MessageLite> List<V> values(View view, Column<K, V> column, KeyRange range) {
        List<V> rows = new ArrayList<>();
        view.scan(column, range, (key, row) -> rows.add(row));
        return rows;
    }

    /** Whether the range holds a row. */
    public static <K, V extends MessageLite> boolean any(View view, Column<K, V> column, KeyRange range) {
        return !first(view, column, range, 1).isEmpty();
    }
}
