package io.ams.ddl;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The type of a column in Iceberg's terms: a primitive with its parameters, or the kind of a nested one, whose parts are columns
 * of their own. Immutable.
 *
 * @param first precision of a decimal, length of a fixed, else 0
 * @param second scale of a decimal, else 0
 * @param other the spelling of a primitive that has no rules here, else empty
 */
public record ColumnType(Kind kind, int first, int second, String other) {
    /** The largest precision of a decimal. */
    public static final int MAX_PRECISION = 38;

    private static final Pattern DECIMAL = Pattern.compile("decimal\\( *([0-9]{1,9}) *, *([0-9]{1,9}) *\\)");
    private static final Pattern FIXED = Pattern.compile("fixed\\[ *([0-9]{1,9}) *]");
    private static final Pattern GEOMETRY = Pattern.compile("geometry(?:\\(([^(),]*)\\))?");
    private static final Pattern GEOGRAPHY =
            Pattern.compile("geography(?:\\(([^(),]*)(?:, *(spherical|vincenty|thomas|andoyer|karney) *)?\\))?");
    private static final String USUAL_CRS = "OGC:CRS84";
    private static final String USUAL_EDGES = "spherical";

    /** Those without parameters, and decimals, by their spelling: they are read for every column of every row. */
    private static final Map<String, ColumnType> USUAL = usual();

    /** What sort of type it is. */
    public enum Kind {
        UNKNOWN("unknown"),
        BOOLEAN("boolean"),
        INT("int"),
        LONG("long"),
        FLOAT("float"),
        DOUBLE("double"),
        DECIMAL("decimal"),
        DATE("date"),
        TIME("time"),
        TIMESTAMP("timestamp"),
        TIMESTAMPTZ("timestamptz"),
        TIMESTAMP_NS("timestamp_ns"),
        TIMESTAMPTZ_NS("timestamptz_ns"),
        STRING("string"),
        UUID("uuid"),
        FIXED("fixed"),
        BINARY("binary"),
        STRUCT("struct"),
        LIST("list"),
        MAP("map"),
        OTHER("");

        private final String word;

        Kind(String word) {
            this.word = word;
        }
    }

    public static ColumnType of(Kind kind) {
        return new ColumnType(kind, 0, 0, "");
    }

    /** A decimal of this precision, at most {@value #MAX_PRECISION}, and scale. */
    public static ColumnType decimal(int precision, int scale) {
        return new ColumnType(Kind.DECIMAL, precision, scale, "");
    }

    private static Map<String, ColumnType> usual() {
        Map<String, ColumnType> usual = new HashMap<>();
        for (Kind kind : Kind.values()) {
            if (kind != Kind.DECIMAL && kind != Kind.FIXED && kind != Kind.OTHER) {
                usual.put(kind.word, of(kind));
            }
        }
        for (int precision = 1; precision <= MAX_PRECISION; precision++) {
            for (int scale = 0; scale <= precision; scale++) {
                ColumnType decimal = decimal(precision, scale);
                usual.put(decimal.toString(), decimal);
            }
        }
        return Map.copyOf(usual);
    }

    /** Reads Iceberg's spelling of a primitive, or {@code struct}, {@code list}, {@code map}; empty if it is none. */
    public static Optional<ColumnType> parse(String text) {
        ColumnType usual = USUAL.get(text);
        if (usual != null) {
            return Optional.of(usual);
        }
        Matcher decimal = DECIMAL.matcher(text);
        if (decimal.matches()) {
            int precision = Integer.parseInt(decimal.group(1));
            int scale = Integer.parseInt(decimal.group(2));
            boolean valid = precision > 0 && precision <= MAX_PRECISION && scale <= precision;
            return valid ? Optional.of(decimal(precision, scale)) : Optional.empty();
        }
        Matcher fixed = FIXED.matcher(text);
        if (fixed.matches()) {
            return Optional.of(new ColumnType(Kind.FIXED, Integer.parseInt(fixed.group(1)), 0, ""));
        }
        return other(text).map(spelling -> new ColumnType(Kind.OTHER, 0, 0, spelling));
    }

    /** The one spelling of a primitive that has no rules here: what is not said of the earth is what Iceberg takes it for. */
    private static Optional<String> other(String text) {
        if (text.equals("variant")) {
            return Optional.of(text);
        }
        Matcher geometry = GEOMETRY.matcher(text);
        if (geometry.matches()) {
            return Optional.of("geometry(" + said(geometry.group(1), USUAL_CRS) + ")");
        }
        Matcher geography = GEOGRAPHY.matcher(text);
        if (geography.matches()) {
            return Optional.of("geography(" + said(geography.group(1), USUAL_CRS) + ", "
                    + said(geography.group(2), USUAL_EDGES) + ")");
        }
        return Optional.empty();
    }

    private static String said(@Nullable String text, String usual) {
        return text == null || text.isBlank() ? usual : text.strip();
    }

    /** Says that this is the spelling of no type, and what types there are. */
    static String unknown(String text) {
        return "there is no type '" + ShardSchemas.abbreviated(text) + "'; types are "
                + Arrays.stream(Kind.values())
                        .filter(kind -> kind != Kind.OTHER)
                        .map(kind -> switch (kind) {
                            case DECIMAL -> "decimal(precision,scale)";
                            case FIXED -> "fixed[length]";
                            default -> kind.word;
                        })
                        .collect(Collectors.joining(", "))
                + ", variant, geometry(crs) and geography(crs, edges)";
    }

    public boolean isNested() {
        return kind == Kind.STRUCT || kind == Kind.LIST || kind == Kind.MAP;
    }

    /** The spelling that {@link #parse} reads. */
    @Override
    public String toString() {
        return switch (kind) {
            case DECIMAL -> "decimal(" + first + "," + second + ")";
            case FIXED -> "fixed[" + first + "]";
            case OTHER -> other;
            default -> kind.word;
        };
    }
}
