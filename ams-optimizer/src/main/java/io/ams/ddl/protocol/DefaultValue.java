package io.ams.ddl.protocol;

import org.jspecify.annotations.Nullable;

/**
 * What a column takes where a row does not name it: one of a constant, something that differs from moment to moment, or something
 * that follows from the row.
 *
 * @param literal the constant as text: digits, {@code true}, {@code 2024-02-29}, {@code 2024-02-29T01:02:03}, upper-case hexadecimal
 *     digits for bytes
 */
public record DefaultValue(
        @Nullable String literal,
        @Nullable Boolean computed,
        @Nullable Boolean generated) {
    /** A constant. */
    public static DefaultValue of(String literal) {
        return new DefaultValue(literal, null, null);
    }
}
