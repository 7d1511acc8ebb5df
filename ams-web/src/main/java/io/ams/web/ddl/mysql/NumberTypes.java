package io.ams.web.ddl.mysql;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Optional;

/** Types of numbers. */
final class NumberTypes {
    private NumberTypes() {}

    /** A whole number, in the smallest type of Iceberg that holds all of its range. */
    record Whole(String iceberg, BigInteger least, BigInteger greatest) implements MySqlType {
        static Whole of(int bits, boolean unsigned) {
            BigInteger values = BigInteger.ONE.shiftLeft(unsigned ? bits : bits - 1);
            BigInteger least = unsigned ? BigInteger.ZERO : values.negate();
            return new Whole(iceberg(bits, unsigned), least, values.subtract(BigInteger.ONE));
        }

        private static String iceberg(int bits, boolean unsigned) {
            if (bits == Long.SIZE) {
                return unsigned ? "decimal(20,0)" : "long";
            }
            return unsigned && bits == Integer.SIZE ? "long" : "int";
        }

        @Override
        public Optional<String> literal(Constant constant) {
            return constant.number()
                    .filter(number -> number.stripTrailingZeros().scale() <= 0)
                    .map(BigDecimal::toBigInteger)
                    .filter(number -> number.compareTo(least) >= 0 && number.compareTo(greatest) <= 0)
                    .map(BigInteger::toString);
        }
    }

    /** A year of four digits. MySQL reads fewer as abbreviations, and differently as numbers and as strings. */
    record Year() implements MySqlType {
        private static final int FIRST = 1901;
        private static final int LAST = 2155;

        @Override
        public String iceberg() {
            return "int";
        }

        @Override
        public Optional<String> literal(Constant constant) {
            if (constant instanceof Constant.Text text && text.value().strip().length() != 4) {
                return Optional.empty();
            }
            return Whole.of(Short.SIZE, true)
                    .literal(constant)
                    .filter(year ->
                            year.equals("0") || (Integer.parseInt(year) >= FIRST && Integer.parseInt(year) <= LAST));
        }
    }

    /** A number with a fixed count of decimals: as digits if it has more of them than Iceberg knows. */
    record Decimal(int precision, int scale, boolean unsigned) implements MySqlType {
        private static final int MOST_IN_ICEBERG = 38;

        @Override
        public String iceberg() {
            return precision <= MOST_IN_ICEBERG ? "decimal(" + precision + "," + scale + ")" : "string";
        }

        @Override
        public Optional<String> literal(Constant constant) {
            return constant.number()
                    .filter(number -> number.stripTrailingZeros().scale() <= scale)
                    .filter(number -> !unsigned || number.signum() >= 0)
                    .map(number -> number.setScale(scale, RoundingMode.UNNECESSARY))
                    .filter(number -> number.precision() <= Math.max(precision, 1))
                    .map(BigDecimal::toPlainString);
        }

        @Override
        public Optional<String> implicit() {
            return precision <= MOST_IN_ICEBERG
                    ? Optional.empty()
                    : Optional.of(BigDecimal.ZERO.setScale(scale).toPlainString());
        }
    }

    /**
     * A number of binary digits.
     *
     * @param digits most digits, and of them {@code scale} after the point; negative if the type does not say
     */
    record Floating(boolean single, int digits, int scale, boolean unsigned) implements MySqlType {
        static Floating of(boolean single) {
            return new Floating(single, -1, -1, false);
        }

        @Override
        public String iceberg() {
            return single ? "float" : "double";
        }

        @Override
        public Optional<String> literal(Constant constant) {
            return constant.number().filter(this::fits).flatMap(this::nearest);
        }

        private boolean fits(BigDecimal number) {
            if (unsigned && number.signum() < 0) {
                return false;
            }
            BigDecimal bare = number.stripTrailingZeros();
            return digits < 0 || (bare.scale() <= scale && bare.precision() - bare.scale() <= digits - scale);
        }

        private Optional<String> nearest(BigDecimal number) {
            if (single) {
                float value = number.floatValue();
                return Float.isInfinite(value) ? Optional.empty() : Optional.of(Float.toString(value));
            }
            double value = number.doubleValue();
            return Double.isInfinite(value) ? Optional.empty() : Optional.of(Double.toString(value));
        }
    }
}
