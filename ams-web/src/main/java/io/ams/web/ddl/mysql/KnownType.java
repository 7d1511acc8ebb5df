package io.ams.web.ddl.mysql;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Defaults of columns whose type the statement does not say. */
final class KnownType {
    private static final Pattern DECIMAL = Pattern.compile("decimal\\(\\s*(\\d{1,2})\\s*,\\s*(\\d{1,2})\\s*\\)");

    private KnownType() {}

    /**
     * The default as text: in the canonical form of the column's type, or as the statement gives it if the type is not known.
     *
     * @param iceberg the column's type, if it is known
     */
    static String literal(String column, @Nullable String iceberg, Constant constant) {
        if (iceberg == null) {
            return constant.text().orElseThrow(() -> unclear(column));
        }
        MySqlType type = of(iceberg).orElseThrow(() -> unclear(column));
        return type.literal(constant).orElseThrow(() -> ColumnText.misfit(column, constant, iceberg));
    }

    /** Not for bytes: how many of them a column has, so how a shorter value is filled, is not to be seen from the Iceberg type. */
    private static Optional<MySqlType> of(String iceberg) {
        Matcher decimal = DECIMAL.matcher(iceberg);
        if (decimal.matches()) {
            return Optional.of(new NumberTypes.Decimal(
                    Integer.parseInt(decimal.group(1)), Integer.parseInt(decimal.group(2)), false));
        }
        return Optional.ofNullable(
                switch (iceberg) {
                    case "boolean" -> new TextTypes.BitField(1);
                    case "int" -> NumberTypes.Whole.of(Integer.SIZE, false);
                    case "long" -> NumberTypes.Whole.of(Long.SIZE, false);
                    case "float" -> NumberTypes.Floating.of(true);
                    case "double" -> NumberTypes.Floating.of(false);
                    case "string" -> new TextTypes.Characters(TextTypes.UNLIMITED, false);
                    case "date" -> new TimeTypes.Date();
                    case "timestamp" -> new TimeTypes.DateTime(TimeTypes.MICROSECONDS, false);
                    case "timestamptz" -> new TimeTypes.DateTime(TimeTypes.MICROSECONDS, true);
                    default -> null;
                });
    }

    private static NotUnderstoodException unclear(String column) {
        return new NotUnderstoodException(
                "column " + column + ": its default",
                "what the value means depends on the column's type, which the statement does not say",
                "announce the column's whole definition (MODIFY), or " + NotUnderstoodException.USE_CHANGES);
    }
}
