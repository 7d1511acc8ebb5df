package io.ams.state;

import java.util.function.BiConsumer;
import java.util.function.Function;

/** How a typed key becomes bytes and back. The order of the bytes, unsigned, is the order of the keys. */
public interface KeyCodec<K> {
    void write(K key, KeyWriter out);

    K read(KeyReader in);

    /** A codec of these two halves. */
    static <K> KeyCodec<K> of(BiConsumer<K, KeyWriter> writer, Function<KeyReader, K> reader) {
        return new KeyCodec<>() {
            @Override
            public void write(K key, KeyWriter out) {
                writer.accept(key, out);
            }

            @Override
            public K read(KeyReader in) {
                return reader.apply(in);
            }
        };
    }
}
