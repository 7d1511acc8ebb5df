package io.ams.web.ddl.mysql;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Types of dates and times. */
final class TimeTypes {
    /** Digits of a second that MySQL and Iceberg both know. */
    static final int MICROSECONDS = 6;

    private TimeTypes() {}

    /** A day. */
    record Date() implements MySqlType {
        @Override
        public String iceberg() {
            return "date";
        }

        @Override
        public Optional<String> literal(Constant constant) {
            return Moment.of(constant)
                    .filter(moment -> moment.toLocalTime().equals(LocalTime.MIDNIGHT))
                    .map(moment -> moment.toLocalDate().toString());
        }
    }

    /**
     * A day and a time: by the clock on the wall (DATETIME), or a point in time (TIMESTAMP). MySQL reads the latter in the zone of the
     * session, which the text does not tell: it counts as UTC.
     */
    record DateTime(int precision, boolean zoned) implements MySqlType {
        @Override
        public String iceberg() {
            return zoned ? "timestamptz" : "timestamp";
        }

        @Override
        public Optional<String> literal(Constant constant) {
            return Moment.of(constant)
                    .filter(moment -> fits(moment.get(ChronoField.NANO_OF_SECOND), precision))
                    .map(moment -> Moment.text(moment) + (zoned ? "+00:00" : ""));
        }
    }

    /** A span of up to 838 hours either way. A string: Iceberg's time ends with the day. */
    record Time(int precision) implements MySqlType {
        private static final Pattern CLOCK =
                Pattern.compile("(-?)(\\d{1,3}):(\\d{1,2})(?::(\\d{1,2})(?:\\.(\\d{0,6}))?)?");
        private static final Pattern DIGITS = Pattern.compile("(-?)(\\d{1,3}?)(\\d{2})(\\d{2})(?:\\.(\\d{0,6}))?");
        private static final int MOST_HOURS = 838;

        @Override
        public String iceberg() {
            return "string";
        }

        @Override
        public Optional<String> literal(Constant constant) {
            return constant.text().map(String::strip).flatMap(text -> {
                Matcher clock = CLOCK.matcher(text);
                Matcher digits = DIGITS.matcher(text);
                return clock.matches()
                        ? text(clock)
                        : digits.matches()
                                ? text(digits)
                                : Optional.of("0").filter(text::equals).flatMap(zero -> implicit());
            });
        }

        @Override
        public Optional<String> implicit() {
            return Optional.of("00:00:00" + fraction(0));
        }

        private Optional<String> text(Matcher matcher) {
            int hours = Integer.parseInt(matcher.group(2));
            int minutes = Integer.parseInt(matcher.group(3));
            int seconds = matcher.group(4) == null ? 0 : Integer.parseInt(matcher.group(4));
            int nanos = Moment.nanos(matcher.group(5));
            if (hours > MOST_HOURS || minutes > 59 || seconds > 59 || !fits(nanos, precision)) {
                return Optional.empty();
            }
            String sign = hours + minutes + seconds + nanos == 0 ? "" : matcher.group(1);
            return Optional.of(
                    String.format(Locale.ROOT, "%s%02d:%02d:%02d", sign, hours, minutes, seconds) + fraction(nanos));
        }

        private String fraction(int nanos) {
            return precision == 0
                    ? ""
                    : "." + String.format(Locale.ROOT, "%09d", nanos).substring(0, precision);
        }
    }

    /** Whether a part of a second has no more digits than a column keeps: MySQL would round. */
    private static boolean fits(int nanos, int precision) {
        return nanos % (int) Math.pow(10, 9 - precision) == 0;
    }

    /** A date and time in the forms that have one meaning. */
    private static final class Moment {
        private static final Pattern WRITTEN = Pattern.compile("(\\d{4})-(\\d{1,2})-(\\d{1,2})"
                + "(?:[T ](\\d{1,2}):(\\d{1,2})(?::(\\d{1,2})(?:\\.(\\d{0,6}))?)?([+-]\\d{2}:\\d{2})?)?");
        private static final Pattern DIGITS =
                Pattern.compile("(\\d{4})(\\d{2})(\\d{2})(?:(\\d{2})(\\d{2})(\\d{2})(?:\\.(\\d{0,6}))?)?()?");

        private Moment() {}

        static Optional<LocalDateTime> of(Constant constant) {
            return constant.text().map(String::strip).flatMap(text -> {
                Matcher written = WRITTEN.matcher(text);
                Matcher digits = DIGITS.matcher(text);
                return written.matches() ? moment(written) : digits.matches() ? moment(digits) : Optional.empty();
            });
        }

        private static Optional<LocalDateTime> moment(Matcher parts) {
            try {
                LocalDate day = LocalDate.of(number(parts.group(1)), number(parts.group(2)), number(parts.group(3)));
                LocalTime time = LocalTime.of(
                        number(parts.group(4)), number(parts.group(5)), number(parts.group(6)), nanos(parts.group(7)));
                String zone = parts.group(8);
                int offset =
                        zone == null || zone.isEmpty() ? 0 : ZoneOffset.of(zone).getTotalSeconds();
                LocalDateTime moment = day.atTime(time).minusSeconds(offset);
                // The years that MySQL has.
                return moment.getYear() < 1 || moment.getYear() > 9999 ? Optional.empty() : Optional.of(moment);
            } catch (DateTimeException e) {
                return Optional.empty();
            }
        }

        static String text(LocalDateTime moment) {
            String seconds = String.format(
                    Locale.ROOT,
                    "%sT%02d:%02d:%02d",
                    moment.toLocalDate(),
                    moment.getHour(),
                    moment.getMinute(),
                    moment.getSecond());
            return moment.getNano() == 0
                    ? seconds
                    : seconds + String.format(Locale.ROOT, ".%06d", moment.getNano() / 1000);
        }

        private static int number(@Nullable String digits) {
            return digits == null ? 0 : Integer.parseInt(digits);
        }

        static int nanos(@Nullable String fraction) {
            return fraction == null || fraction.isEmpty()
                    ? 0
                    : Integer.parseInt((fraction + "000000000").substring(0, 9));
        }
    }
}
