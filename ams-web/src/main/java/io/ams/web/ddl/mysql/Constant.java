package io.ams.web.ddl.mysql;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/** A value as a statement gives it, and what it is to columns of different types. */
sealed interface Constant {
    /** As a number; empty if it is none. */
    Optional<BigDecimal> number();

    /** As characters; empty if which characters they are depends on more than the statement. */
    Optional<String> text();

    /** As bytes, in hexadecimal. */
    String hex();

    /** A string, its quotes and escapes resolved. */
    record Text(String value) implements Constant {
        private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,4})?");
        private static final int LONGEST_NUMBER = 400;

        @Override
        public Optional<BigDecimal> number() {
            return parsed(value.strip());
        }

        @Override
        public Optional<String> text() {
            return Optional.of(value);
        }

        @Override
        public String hex() {
            return HexFormat.of().withUpperCase().formatHex(value.getBytes(StandardCharsets.UTF_8));
        }

        /** A number beyond every column's range is none: as plain digits it could fill the memory. */
        static Optional<BigDecimal> parsed(String text) {
            if (text.length() > LONGEST_NUMBER || !NUMBER.matcher(text).matches()) {
                return Optional.empty();
            }
            BigDecimal number = new BigDecimal(text);
            boolean usual = Math.abs((long) number.precision() - number.scale()) <= LONGEST_NUMBER
                    && number.scale() <= LONGEST_NUMBER;
            return usual ? Optional.of(number) : Optional.empty();
        }
    }

    /**
     * A number.
     *
     * @param floating written with an exponent, so that its digits are not those that MySQL shows
     */
    record Numeral(BigDecimal value, boolean floating) implements Constant {
        @Override
        public Optional<BigDecimal> number() {
            return Optional.of(value);
        }

        @Override
        public Optional<String> text() {
            return floating ? Optional.empty() : Optional.of(value.toPlainString());
        }

        @Override
        public String hex() {
            return HexFormat.of()
                    .withUpperCase()
                    .formatHex(value.toPlainString().getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * Hexadecimal or binary digits: bytes to a string, a number to a number.
     *
     * @param length how many bytes
     * @param utf8 whether the statement says that they are UTF-8
     */
    record Bits(BigInteger value, int length, boolean utf8) implements Constant {
        @Override
        public Optional<BigDecimal> number() {
            return value.bitLength() <= Long.SIZE ? Optional.of(new BigDecimal(value)) : Optional.empty();
        }

        @Override
        public Optional<String> text() {
            if (!utf8) {
                return Optional.empty();
            }
            try {
                ByteBuffer bytes = ByteBuffer.wrap(HexFormat.of().parseHex(hex()));
                return Optional.of(
                        StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
            } catch (CharacterCodingException e) {
                return Optional.empty();
            }
        }

        @Override
        public String hex() {
            return padded(value, length);
        }

        /** The low bytes of a number, in hexadecimal. */
        static String padded(BigInteger value, int length) {
            String digits = value.signum() == 0 ? "" : value.toString(16).toUpperCase(java.util.Locale.ROOT);
            return "0".repeat(Math.max(0, 2 * length - digits.length())) + digits;
        }
    }
}
