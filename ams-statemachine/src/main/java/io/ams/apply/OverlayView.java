package io.ams.apply;

import com.google.protobuf.MessageLite;
import io.ams.state.Change;
import io.ams.state.ChangeSet;
import io.ams.state.Column;
import io.ams.state.KeyRange;
import io.ams.state.View;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A view with changes on top that are not committed yet. Not for several threads. */
final class OverlayView implements View {
    private final View below;
    private final Map<Integer, NavigableMap<byte[], Change<?, ?>>> above = new HashMap<>();
    /** What was read below: some rows are looked at by every command of an entry. */
    private final Map<Cell, Optional<?>> seen = new HashMap<>();

    private record Cell(int column, Object key) {}

    OverlayView(View below) {
        this.below = below;
    }

    /** Puts these changes on top. */
    void add(ChangeSet changes) {
        changes.changes().forEach(this::add);
    }

    private <K, V extends MessageLite> void add(Change<K, V> change) {
        above.computeIfAbsent(change.column().id(), id -> new TreeMap<>(Arrays::compareUnsigned))
                .put(change.column().encode(change.key()), change);
    }

    @Override
    public <K, V extends MessageLite> Optional<V> get(Column<K, V> column, K key) {
        NavigableMap<byte[], Change<?, ?>> rows = above.get(column.id());
        Change<?, ?> change = rows == null ? null : rows.get(column.encode(key));
        return change == null ? below(column, key) : row(change);
    }

    @SuppressWarnings("unchecked") // the cell names the column, which fixes the type
    private <K, V extends MessageLite> Optional<V> below(Column<K, V> column, K key) {
        return (Optional<V>) seen.computeIfAbsent(new Cell(column.id(), key), cell -> below.get(column, key));
    }

    @Override
    public <K, V extends MessageLite> void scan(Column<K, V> column, KeyRange range, RowVisitor<K, V> visitor) {
        NavigableMap<byte[], Change<?, ?>> rows = above.get(column.id());
        if (rows == null) {
            below.scan(column, range, visitor);
            return;
        }
        Merge<K, V> merge = new Merge<>(column, range, rows, visitor);
        below.scan(column, range, merge::below);
        merge.rest();
    }

    @SuppressWarnings("unchecked") // the column's map holds changes of that column only
    private static <V extends MessageLite> Optional<V> row(Change<?, ?> change) {
        return (Optional<V>) change.row();
    }

    /** Shows the rows below and above in one order; where both have a key, the one above counts. */
    private static final class Merge<K, V extends MessageLite> {
        private final Column<K, V> column;
        private final KeyRange range;
        private final RowVisitor<K, V> visitor;
        private final Iterator<Map.Entry<byte[], Change<?, ?>>> upper;
        private Map.@Nullable Entry<byte[], Change<?, ?>> next;
        private boolean ended;

        Merge(Column<K, V> column, KeyRange range, NavigableMap<byte[], Change<?, ?>> rows, RowVisitor<K, V> visitor) {
            this.column = column;
            this.range = range;
            this.visitor = visitor;
            this.upper = rows.tailMap(range.start(), true).entrySet().iterator();
            advance();
        }

        private void advance() {
            next = null;
            while (next == null && upper.hasNext()) {
                Map.Entry<byte[], Change<?, ?>> candidate = upper.next();
                if (range.isPast(candidate.getKey())) {
                    return;
                }
                if (range.contains(candidate.getKey())) {
                    next = candidate;
                }
            }
        }

        boolean below(K key, V row) {
            byte[] bytes = column.encode(key);
            showUpperBefore(bytes);
            if (!ended && next != null && Arrays.equals(next.getKey(), bytes)) {
                showNext();
            } else if (!ended) {
                ended = !visitor.visit(key, row);
            }
            return !ended;
        }

        void rest() {
            while (!ended && next != null) {
                showNext();
            }
        }

        private void showUpperBefore(byte[] key) {
            while (!ended && next != null && Arrays.compareUnsigned(next.getKey(), key) < 0) {
                showNext();
            }
        }

        private void showNext() {
            Map.Entry<byte[], Change<?, ?>> shown = next;
            advance();
            if (shown != null) {
                Optional<V> row = row(shown.getValue());
                row.ifPresent(present -> ended = !visitor.visit(column.decode(shown.getKey()), present));
            }
        }
    }
}
