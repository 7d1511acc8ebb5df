package io.ams.ddl;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Constants as text, one spelling for each value of a type, so that defaults can be compared.
 *
 * <p>Whole numbers as digits, decimals with all the digits of their scale, floating point as plain digits, dates as
 * {@code 2024-02-29}, times as {@code 23:59:59[.ffffff]}, timestamps as both with a {@code T} between and {@code +00:00} behind if
 * they are with zone, bytes as upper-case hexadecimal digits, text as it is.
 */
public final class Literals {
    private static final Pattern TIMESTAMP = Pattern.compile("([0-9-]{10})[T ]([0-9:.]{5,18})(?:Z|[+]00:?00)?");
    private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
    private static final Pattern TIME = Pattern.compile("([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:[.]([0-9]{1,9}))?)?");
    /** Iceberg counts nanoseconds since 1970 in a long. */
    private static final String FIRST_IN_NANOS = "1677-09-21T00:12:43.145224193";

    private static final String LAST_IN_NANOS = "2262-04-11T23:47:16.854775807";
    private static final int MICRO_DIGITS = 6;
    private static final int NANO_DIGITS = 9;
    private static final int LONGEST_NUMBER = 400;

    private Literals() {}

    /** The one spelling of this value of the type; empty if it is no value of it. */
    public static Optional<String> canonical(ColumnType type, String text) {
        try {
            return switch (type.kind()) {
                case BOOLEAN -> truth(text);
                case INT -> Optional.of(Integer.toString(number(text).intValueExact()));
                case LONG -> Optional.of(Long.toString(number(text).longValueExact()));
                case FLOAT -> single(number(text));
                case DOUBLE -> twofold(number(text));
                case DECIMAL -> decimal(type, number(text));
                case DATE -> date(text);
                case TIME -> time(text, MICRO_DIGITS);
                case TIMESTAMP -> timestamp(text, MICRO_DIGITS, "");
                case TIMESTAMPTZ -> timestamp(text, MICRO_DIGITS, "+00:00");
                case TIMESTAMP_NS -> timestamp(text, NANO_DIGITS, "").filter(Literals::isInNanos);
                case TIMESTAMPTZ_NS -> timestamp(text, NANO_DIGITS, "+00:00").filter(Literals::isInNanos);
                case STRING -> Optional.of(text);
                case UUID ->
                    text.matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}") ? Optional.of(text) : Optional.empty();
                case BINARY -> hex(text, -1);
                case FIXED -> hex(text, type.first());
                case UNKNOWN, STRUCT, LIST, MAP, OTHER -> Optional.empty();
            };
        } catch (ArithmeticException | NumberFormatException | DateTimeException e) {
            return Optional.empty();
        }
    }

    /** The spelling that a value of one type, which is a canonical text, has as one of another; empty if that has no such value. */
    static Optional<String> as(ColumnType from, ColumnType to, String text) {
        boolean timestamp = to.kind() == ColumnType.Kind.TIMESTAMP
                || to.kind() == ColumnType.Kind.TIMESTAMP_NS
                || to.kind() == ColumnType.Kind.TIMESTAMPTZ
                || to.kind() == ColumnType.Kind.TIMESTAMPTZ_NS;
        return canonical(to, from.kind() == ColumnType.Kind.DATE && timestamp ? text + "T00:00:00" : text);
    }

    /** What a required column of the type takes in rows that were there before it, where a database has such a value. */
    public static Optional<String> zero(ColumnType type) {
        return switch (type.kind()) {
            case BOOLEAN -> Optional.of("false");
            case INT, LONG, FLOAT, DOUBLE -> Optional.of("0");
            case DECIMAL -> decimal(type, BigDecimal.ZERO);
            case STRING, BINARY -> Optional.of("");
            default -> Optional.empty();
        };
    }

    /** In databases whose booleans are numbers, 1 and 0 are what they are set to. */
    private static Optional<String> truth(String text) {
        return switch (text) {
            case "true", "1" -> Optional.of("true");
            case "false", "0" -> Optional.of("false");
            default -> Optional.empty();
        };
    }

    private static BigDecimal number(String text) {
        if (text.length() > LONGEST_NUMBER) {
            throw new NumberFormatException("too long");
        }
        BigDecimal number = new BigDecimal(text);
        if (Math.abs((long) number.scale()) > LONGEST_NUMBER) {
            throw new NumberFormatException("out of range");
        }
        return number;
    }

    private static Optional<String> single(BigDecimal value) {
        return shortest(value, new BigDecimal(Float.MAX_VALUE), 9, number -> new BigDecimal(number.floatValue()));
    }

    private static Optional<String> twofold(BigDecimal value) {
        return shortest(value, new BigDecimal(Double.MAX_VALUE), 17, number -> new BigDecimal(number.doubleValue()));
    }

    /**
     * The number that the type has for the value, with as few digits as tell it from its neighbours. Not as Java prints it: that is
     * not the same in every release of Java.
     */
    private static Optional<String> shortest(
            BigDecimal value, BigDecimal largest, int mostDigits, UnaryOperator<BigDecimal> nearest) {
        if (value.abs().compareTo(largest) > 0) {
            return Optional.empty();
        }
        BigDecimal kept = nearest.apply(value);
        BigDecimal shown = kept;
        for (int digits = mostDigits; digits > 0; digits--) {
            BigDecimal rounded = kept.round(new MathContext(digits, RoundingMode.HALF_EVEN));
            if (rounded.abs().compareTo(largest) > 0 || nearest.apply(rounded).compareTo(kept) != 0) {
                break;
            }
            shown = rounded;
        }
        return Optional.of(shown.stripTrailingZeros().toPlainString());
    }

    private static Optional<String> date(String text) {
        return DATE.matcher(text).matches() ? Optional.of(LocalDate.parse(text).toString()) : Optional.empty();
    }

    private static boolean isInNanos(String timestamp) {
        // Texts of one form are in the order of what they say.
        String time = timestamp.replace("+00:00", "");
        return time.compareTo(FIRST_IN_NANOS) >= 0 && time.compareTo(LAST_IN_NANOS) <= 0;
    }

    private static Optional<String> decimal(ColumnType type, BigDecimal value) {
        BigDecimal scaled = value.setScale(type.second(), RoundingMode.UNNECESSARY);
        return scaled.precision() <= type.first() || scaled.signum() == 0
                ? Optional.of(scaled.toPlainString())
                : Optional.empty();
    }

    private static Optional<String> timestamp(String text, int digits, String zone) {
        Matcher parts = TIMESTAMP.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        return date(parts.group(1)).flatMap(date -> time(parts.group(2), digits).map(time -> date + "T" + time + zone));
    }

    private static Optional<String> time(String text, int digits) {
        Matcher parts = TIME.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        String second = parts.group(3) == null ? "00" : parts.group(3);
        String fraction = parts.group(4) == null ? "" : parts.group(4);
        String shortest = fraction.replaceAll("0+$", "");
        if (shortest.length() > digits) {
            return Optional.empty();
        }
        LocalTime.of(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)), Integer.parseInt(second));
        String whole = parts.group(1) + ":" + parts.group(2) + ":" + second;
        return Optional.of(shortest.isEmpty() ? whole : whole + "." + padded(shortest, digits));
    }

    private static String padded(String fraction, int digits) {
        return fraction + "0".repeat(digits - fraction.length());
    }

    private static Optional<String> hex(String text, int length) {
        boolean fits = length < 0 ? text.length() % 2 == 0 : text.length() == 2L * length;
        return fits && text.matches("[0-9A-F]*") ? Optional.of(text) : Optional.empty();
    }
}
