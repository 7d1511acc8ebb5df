package io.ams.state;

import com.google.protobuf.MessageLite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Puts and deletes in the order they take effect; of several for one key the last one stands.
 *
 * <p>Immutable. Knows nothing of how it is stored.
 */
public final class ChangeSet {
    private static final ChangeSet EMPTY = new ChangeSet(List.of());

    private final List<Change<?, ?>> changes;

    private ChangeSet(List<Change<?, ?>> changes) {
        this.changes = changes;
    }

    public static ChangeSet empty() {
        return EMPTY;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Every change, in order. */
    public List<Change<?, ?>> changes() {
        return changes;
    }

    /** The changes of one column, in order. */
    public <K, V extends MessageLite> Stream<Change<K, V>> of(Column<K, V> column) {
        return changes.stream()
                .filter(change -> change.column().id() == column.id())
                .map(ChangeSet::cast);
    }

    @SuppressWarnings("unchecked") // the column, by its id, fixes both types
    private static <K, V extends MessageLite> Change<K, V> cast(Change<?, ?> change) {
        return (Change<K, V>) change;
    }

    public boolean isEmpty() {
        return changes.isEmpty();
    }

    /** Collects changes; not for several threads. */
    public static final class Builder {
        private final List<Change<?, ?>> changes = new ArrayList<>();

        private Builder() {}

        public <K, V extends MessageLite> Builder put(Column<K, V> column, K key, V row) {
            changes.add(new Change<>(column, key, Optional.of(row)));
            return this;
        }

        public <K, V extends MessageLite> Builder delete(Column<K, V> column, K key) {
            changes.add(new Change<>(column, key, Optional.empty()));
            return this;
        }

        public Builder addAll(ChangeSet other) {
            changes.addAll(other.changes);
            return this;
        }

        public ChangeSet build() {
            return changes.isEmpty() ? EMPTY : new ChangeSet(List.copyOf(changes));
        }
    }
}
