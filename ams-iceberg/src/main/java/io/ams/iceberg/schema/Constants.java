package io.ams.iceberg.schema;

import io.ams.ddl.ColumnType;
import io.ams.ddl.Literals;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.UUID;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.transforms.Transforms;
import org.apache.iceberg.types.Type;

/** Defaults of columns as the state spells them, and as Iceberg's literals. */
public final class Constants {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private Constants() {}

    /** The literal of this type. */
    public static Literal<?> literal(Type type, String text) {
        return switch (type.typeId()) {
            case BOOLEAN -> Literal.of(Boolean.parseBoolean(text));
            case INTEGER -> Literal.of(Integer.parseInt(text));
            case LONG -> Literal.of(Long.parseLong(text));
            case FLOAT -> Literal.of(Float.parseFloat(text));
            case DOUBLE -> Literal.of(Double.parseDouble(text));
            case DECIMAL -> Literal.of(new BigDecimal(text)).to(type);
            case STRING -> Literal.of(text);
            case UUID -> Literal.of(UUID.fromString(text));
            case BINARY -> Literal.of(ByteBuffer.wrap(HEX.parseHex(text)));
            case FIXED -> Literal.of(HEX.parseHex(text)).to(type);
            default -> Literal.of(text).to(type);
        };
    }

    /** The value of an Iceberg default, as Iceberg keeps it, in the state's spelling. */
    static String text(Type type, Object value) {
        String shown = switch (type.typeId()) {
            case BINARY, FIXED -> hex((ByteBuffer) value);
            default -> shown(type, value);
        };
        ColumnType known = ColumnType.parse(FieldTypes.text(type)).orElseThrow();
        return Literals.canonical(known, shown)
                .orElseThrow(() -> new UnsupportedOperationException(
                        "shard DDL has no spelling for the default " + shown + " of a " + type));
    }

    private static String hex(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        return HEX.formatHex(copy);
    }

    @SuppressWarnings("unchecked") // identity shows the value of any type
    private static <T> String shown(Type type, Object value) {
        return Transforms.<T>identity().toHumanString(type, (T) value);
    }
}
