package io.ams.store;

import com.google.protobuf.MessageLite;
import io.ams.state.Change;
import io.ams.state.ChangeSet;
import io.ams.state.Column;
import io.ams.state.StateDigest;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is left of a change set when only the last change of each key counts, as bytes, in key order. Not for several threads.
 */
public final class NetChanges {
    /** Reads the bytes that stand under a key now. */
    @FunctionalInterface
    public interface Standing {
        byte @Nullable [] get(Column<?, ?> column, byte[] key);
    }

    /** Takes one changed row: the change that stands, its key, and its new bytes, or none if it is deleted. */
    @FunctionalInterface
    public interface Sink {
        void accept(Change<?, ?> change, byte[] key, byte @Nullable [] row);
    }

    private final SortedMap<Integer, SortedMap<byte[], Change<?, ?>>> byColumn = new TreeMap<>();

    public NetChanges(ChangeSet changes) {
        changes.changes().forEach(this::add);
    }

    private <K, V extends MessageLite> void add(Change<K, V> change) {
        byColumn.computeIfAbsent(change.column().id(), id -> new TreeMap<>(Arrays::compareUnsigned))
                .put(change.column().encode(change.key()), change);
    }

    /** Shows each changed row once; returns the digest with all of them taken in. */
    public StateDigest apply(StateDigest before, Standing standing, Sink sink) {
        StateDigest digest = before;
        for (SortedMap<byte[], Change<?, ?>> rows : byColumn.values()) {
            for (Map.Entry<byte[], Change<?, ?>> entry : rows.entrySet()) {
                Column<?, ?> column = entry.getValue().column();
                byte[] key = entry.getKey();
                byte[] old = standing.get(column, key);
                byte[] row =
                        entry.getValue().row().map(MessageLite::toByteArray).orElse(null);
                digest = old == null ? digest : digest.minus(column.id(), key, old);
                digest = row == null ? digest : digest.plus(column.id(), key, row);
                // What came and went within the entry leaves nothing: a deletion of it would only be in the way of
                // scans.
                if (old != null || row != null) {
                    sink.accept(entry.getValue(), key, row);
                }
            }
        }
        return digest;
    }
}
