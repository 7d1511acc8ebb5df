package io.ams.state;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Reads back, part by part, what a {@link KeyWriter} wrote. */
public final class KeyReader {
    private final byte[] key;
    private int at;

    public KeyReader(byte[] key) {
        this.key = key.clone();
    }

    /**
     * The next text.
     *
     * @throws StateCorruptedException if there is none
     */
    public String text() {
        ByteArrayOutputStream text = new ByteArrayOutputStream(key.length - at);
        while (true) {
            int b = next();
            if (b != 0) {
                text.write(b);
            } else if (next() == 1) {
                return text.toString(StandardCharsets.UTF_8);
            } else {
                text.write(0);
            }
        }
    }

    /**
     * The next number.
     *
     * @throws StateCorruptedException if there is none
     */
    public long number() {
        long number = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            number = number << 8 | next();
        }
        return number;
    }

    private int next() {
        if (at == key.length) {
            throw new StateCorruptedException("a key of " + key.length + " bytes ends in the middle of a part");
        }
        return key[at++] & 0xFF;
    }
}
