package io.ams.state;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.apache.commons.codec.digest.MurmurHash3;

/**
 * An additive digest over all rows: equal states have equal digests, whatever way led to them, and one more row costs one more
 * hash. Each row counts with its MurmurHash3 x64 128 over column id, key length, key and value, seed 0, added as two 64-bit
 * lanes. (The idea is AdHash, Bellare and Micciancio 1997, as ZooKeeper uses it.)
 */
public record StateDigest(long high, long low) {
    /** The digest of no rows. */
    public static final StateDigest EMPTY = new StateDigest(0, 0);

    /** With one row more. */
    public StateDigest plus(int column, byte[] key, byte[] row) {
        long[] hash = hash(column, key, row);
        return new StateDigest(high + hash[0], low + hash[1]);
    }

    /** With one row less. */
    public StateDigest minus(int column, byte[] key, byte[] row) {
        long[] hash = hash(column, key, row);
        return new StateDigest(high - hash[0], low - hash[1]);
    }

    /** 32 hexadecimal digits. */
    public String hex() {
        return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
    }

    private static long[] hash(int column, byte[] key, byte[] row) {
        byte[] bytes = ByteBuffer.allocate(2 * Integer.BYTES + key.length + row.length)
                .putInt(column)
                .putInt(key.length)
                .put(key)
                .put(row)
                .array();
        return MurmurHash3.hash128x64(bytes, 0, bytes.length, 0);
    }
}
