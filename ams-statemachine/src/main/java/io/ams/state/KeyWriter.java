package io.ams.state;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes the parts of a key so that the order of the bytes, unsigned, is the order of the parts.
 *
 * <p>A text ends with {@code 00 01}; a zero byte in it is written as {@code 00 FF}. So no text is a prefix of another, and a
 * shorter one sorts first. Numbers are eight bytes, big endian; they must not be negative.
 */
public final class KeyWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream(64);

    /** Appends a whole text. */
    public KeyWriter text(String text) {
        openText(text);
        out.write(0);
        out.write(1);
        return this;
    }

    /** Appends the beginning of a text: as a prefix it covers every text that starts so. Nothing may follow it. */
    public KeyWriter openText(String text) {
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            out.write(b);
            if (b == 0) {
                out.write(0xFF);
            }
        }
        return this;
    }

    /**
     * Appends a number.
     *
     * @throws IllegalArgumentException if it is negative: negative numbers would sort after the others
     */
    public KeyWriter number(long number) {
        if (number < 0) {
            throw new IllegalArgumentException("a number in a key must not be negative: " + number);
        }
        for (int shift = 56; shift >= 0; shift -= 8) {
            out.write((int) (number >>> shift) & 0xFF);
        }
        return this;
    }

    public byte[] toBytes() {
        return out.toByteArray();
    }
}
