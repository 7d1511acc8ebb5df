package io.ams.state;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A stretch of a column in key order: every key that begins with a prefix, from just after a given key on.
 *
 * <p>Immutable; the arrays are the caller's to leave alone.
 */
public final class KeyRange {
    private static final KeyRange ALL = new KeyRange(new byte[0], Optional.empty());

    private final byte[] prefix;
    private final Optional<byte[]> after;

    private KeyRange(byte[] prefix, Optional<byte[]> after) {
        this.prefix = prefix;
        this.after = after;
    }

    /** The whole column. */
    public static KeyRange all() {
        return ALL;
    }

    /** The keys that begin with these parts. */
    public static KeyRange prefix(Consumer<KeyWriter> parts) {
        KeyWriter out = new KeyWriter();
        parts.accept(out);
        return new KeyRange(out.toBytes(), Optional.empty());
    }

    /** The same range, beginning after this key: the next page of a listing. */
    public <K> KeyRange after(Column<K, ?> column, K key) {
        return new KeyRange(prefix, Optional.of(column.encode(key)));
    }

    /** Where a scan has to start looking: the first key that {@link #contains} may hold for is not below it. */
    public byte[] start() {
        return after.filter(key -> Arrays.compareUnsigned(key, prefix) > 0).orElse(prefix);
    }

    /** Whether the key is past the end, so that no later one can be inside. */
    public boolean isPast(byte[] key) {
        return !beginsWithPrefix(key) && Arrays.compareUnsigned(key, prefix) > 0;
    }

    /** Whether the key is inside. */
    public boolean contains(byte[] key) {
        return beginsWithPrefix(key) && (after.isEmpty() || Arrays.compareUnsigned(key, after.get()) > 0);
    }

    private boolean beginsWithPrefix(byte[] key) {
        return key.length >= prefix.length && Arrays.equals(prefix, 0, prefix.length, key, 0, prefix.length);
    }
}
