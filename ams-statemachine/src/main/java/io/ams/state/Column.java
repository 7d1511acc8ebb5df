package io.ams.state;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;

/**
 * One column of the state: a sorted map from typed keys to protobuf rows.
 *
 * @param id permanent number of the column; part of every digest
 * @param name permanent name of the column in the store
 * @param keys how a key becomes bytes; byte order is key order
 * @param rows how bytes become a row
 */
public record Column<K, V extends MessageLite>(int id, String name, KeyCodec<K> keys, Parser<V> rows) {

    /** The key's bytes, as stored. */
    public byte[] encode(K key) {
        KeyWriter out = new KeyWriter();
        keys.write(key, out);
        return out.toBytes();
    }

    /** The key that {@link #encode} made these bytes from. */
    public K decode(byte[] key) {
        return keys.read(new KeyReader(key));
    }

    /**
     * The row that these bytes hold.
     *
     * @throws StateCorruptedException if they are no such row; the store is then not to be trusted
     */
    public V parse(byte[] row) {
        try {
            return rows.parseFrom(row);
        } catch (InvalidProtocolBufferException e) {
            throw new StateCorruptedException("column " + name + " holds bytes that are no row of it", e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
