package io.ams.ddl.client;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.Locale;
import java.util.UUID;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Values of a shard's rows, and constants of fill rules, as Iceberg's generic records hold them. */
final class FieldValues {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private FieldValues() {}

    /**
     * The value as the type has it. Text is read as the constants of AMS are written; numbers become wider numbers.
     *
     * @throws IllegalArgumentException if it is no value of the type
     */
    static Object of(Type type, Object value) {
        try {
            return switch (type.typeId()) {
                case BOOLEAN -> bool(value);
                case INTEGER -> number(value).intValueExact();
                case LONG -> number(value).longValueExact();
                case FLOAT -> number(value).floatValue();
                case DOUBLE -> number(value).doubleValue();
                case DECIMAL -> number(value).setScale(((Types.DecimalType) type).scale(), RoundingMode.UNNECESSARY);
                case STRING -> value.toString();
                case DATE -> value instanceof LocalDate date ? date : LocalDate.parse(value.toString());
                case TIME -> value instanceof LocalTime time ? time : LocalTime.parse(value.toString());
                case TIMESTAMP -> timestamp((Types.TimestampType) type, value);
                case UUID -> value instanceof UUID uuid ? uuid : UUID.fromString(value.toString());
                case BINARY -> ByteBuffer.wrap(bytes(value));
                case FIXED -> bytes(value);
                default -> value;
            };
        } catch (ArithmeticException | IllegalArgumentException | java.time.DateTimeException e) {
            throw new IllegalArgumentException("'" + value + "' cannot be written as " + type, e);
        }
    }

    private static boolean bool(Object value) {
        if (value instanceof Boolean bool) {
            return bool;
        }
        return switch (value.toString().toLowerCase(Locale.ROOT)) {
            case "true", "1" -> true;
            case "false", "0" -> false;
            default -> throw new IllegalArgumentException("no boolean");
        };
    }

    private static BigDecimal number(Object value) {
        if (value instanceof Boolean bool) {
            return bool ? BigDecimal.ONE : BigDecimal.ZERO;
        }
        return value instanceof BigDecimal decimal
                ? decimal
                : new BigDecimal(value.toString().strip());
    }

    private static Object timestamp(Types.TimestampType type, Object value) {
        if (type.shouldAdjustToUTC()) {
            return value instanceof OffsetDateTime moment
                    ? moment.withOffsetSameInstant(ZoneOffset.UTC)
                    : OffsetDateTime.parse(value.toString());
        }
        if (value instanceof LocalDate date) {
            return date.atStartOfDay();
        }
        return value instanceof LocalDateTime local ? local : LocalDateTime.parse(value.toString());
    }

    private static byte[] bytes(Object value) {
        if (value instanceof byte[] bytes) {
            return bytes;
        }
        if (value instanceof ByteBuffer buffer) {
            byte[] copy = new byte[buffer.remaining()];
            buffer.duplicate().get(copy);
            return copy;
        }
        return HEX.parseHex(value.toString());
    }
}
