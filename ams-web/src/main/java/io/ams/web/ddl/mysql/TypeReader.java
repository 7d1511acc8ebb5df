package io.ams.web.ddl.mysql;

import io.debezium.ddl.parser.mysql.generated.MySqlLexer;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CharsetWithOptBinaryContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.DataTypeContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.FieldLengthContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.FieldOptionsContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.PrecisionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TextStringContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TypeDatetimePrecisionContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the type of one column. */
final class TypeReader {
    private static final int MOST_DIGITS = 65;
    private static final int MOST_DECIMALS = 30;
    private static final int LONGEST_PADDED = 255;
    private static final int MOST_FLOAT_BITS = 24;
    private static final int MOST_DOUBLE_BITS = 53;

    private final String column;
    private final DataTypeContext type;
    private final boolean bytes;

    /**
     * @param column whose type it is, for refusals
     * @param binaryCollation whether the column's collation is that of bytes
     */
    TypeReader(String column, DataTypeContext type, boolean binaryCollation) {
        this.column = column;
        this.type = type;
        this.bytes = binaryCollation || hasBinaryCharset(type.charsetWithOptBinary());
    }

    MySqlType read() {
        if (type.nchar() != null) {
            return characters();
        }
        return switch (type.type.getType()) {
            case MySqlLexer.BOOL_SYMBOL, MySqlLexer.BOOLEAN_SYMBOL, MySqlLexer.TINYINT_SYMBOL -> whole(Byte.SIZE);
            case MySqlLexer.SMALLINT_SYMBOL -> whole(Short.SIZE);
            case MySqlLexer.MEDIUMINT_SYMBOL -> whole(24);
            case MySqlLexer.INT_SYMBOL -> whole(Integer.SIZE);
            case MySqlLexer.BIGINT_SYMBOL -> whole(Long.SIZE);
            case MySqlLexer.SERIAL_SYMBOL -> NumberTypes.Whole.of(Long.SIZE, true);
            case MySqlLexer.YEAR_SYMBOL -> year();
            case MySqlLexer.DECIMAL_SYMBOL, MySqlLexer.NUMERIC_SYMBOL, MySqlLexer.FIXED_SYMBOL -> decimal();
            case MySqlLexer.FLOAT_SYMBOL -> floating();
            case MySqlLexer.DOUBLE_SYMBOL, MySqlLexer.REAL_SYMBOL -> floating(false, type.precision());
            case MySqlLexer.BIT_SYMBOL -> bits();
            case MySqlLexer.CHAR_SYMBOL, MySqlLexer.NCHAR_SYMBOL, MySqlLexer.NATIONAL_SYMBOL -> characters();
            case MySqlLexer.VARCHAR_SYMBOL, MySqlLexer.NVARCHAR_SYMBOL -> characters();
            case MySqlLexer.TINYTEXT_SYMBOL, MySqlLexer.TEXT_SYMBOL, MySqlLexer.MEDIUMTEXT_SYMBOL -> text();
            case MySqlLexer.LONGTEXT_SYMBOL -> text();
            case MySqlLexer.LONG_SYMBOL -> type.VARBINARY_SYMBOL() != null ? blob() : text();
            case MySqlLexer.ENUM_SYMBOL -> new TextTypes.Choice(members(), false);
            case MySqlLexer.SET_SYMBOL -> new TextTypes.Choice(members(), true);
            case MySqlLexer.JSON_SYMBOL -> new TextTypes.Json();
            case MySqlLexer.BINARY_SYMBOL -> padded(length(type.fieldLength(), 1));
            case MySqlLexer.VARBINARY_SYMBOL -> new TextTypes.Bytes(length(type.fieldLength(), 0), false);
            case MySqlLexer.TINYBLOB_SYMBOL, MySqlLexer.BLOB_SYMBOL, MySqlLexer.MEDIUMBLOB_SYMBOL -> blob();
            case MySqlLexer.LONGBLOB_SYMBOL -> blob();
            case MySqlLexer.DATE_SYMBOL -> new TimeTypes.Date();
            case MySqlLexer.TIME_SYMBOL -> new TimeTypes.Time(fraction());
            case MySqlLexer.DATETIME_SYMBOL -> new TimeTypes.DateTime(fraction(), false);
            case MySqlLexer.TIMESTAMP_SYMBOL -> new TimeTypes.DateTime(fraction(), true);
            default -> throw unknown();
        };
    }

    private MySqlType whole(int bits) {
        return NumberTypes.Whole.of(bits, isUnsigned());
    }

    private MySqlType year() {
        if (length(type.fieldLength(), 4) != 4) {
            throw invalid("a year has four digits");
        }
        return new NumberTypes.Year();
    }

    private MySqlType decimal() {
        long precision = 10;
        long scale = 0;
        if (type.floatOptions() != null && type.floatOptions().precision() != null) {
            PrecisionContext given = type.floatOptions().precision();
            precision = number(given.INT_NUMBER(0).getText());
            scale = number(given.INT_NUMBER(1).getText());
        } else if (type.floatOptions() != null) {
            precision = length(type.floatOptions().fieldLength(), precision);
        }
        // MySQL's own reading of DECIMAL(0).
        precision = precision == 0 ? 10 : precision;
        if (precision > MOST_DIGITS || scale > MOST_DECIMALS || scale > precision) {
            throw invalid("a decimal has at most 65 digits, at most 30 of them after the point");
        }
        return new NumberTypes.Decimal((int) precision, (int) scale, isUnsigned());
    }

    private MySqlType floating() {
        if (type.floatOptions() == null) {
            return floating(true, null);
        }
        if (type.floatOptions().precision() != null) {
            return floating(true, type.floatOptions().precision());
        }
        long bits = length(type.floatOptions().fieldLength(), 0);
        if (bits > MOST_DOUBLE_BITS) {
            throw invalid("a floating number has at most 53 binary digits");
        }
        return floating(bits <= MOST_FLOAT_BITS, null);
    }

    private MySqlType floating(boolean single, @Nullable PrecisionContext given) {
        if (given == null) {
            return new NumberTypes.Floating(single, -1, -1, isUnsigned());
        }
        long digits = number(given.INT_NUMBER(0).getText());
        long scale = number(given.INT_NUMBER(1).getText());
        if (digits > 255 || scale > MOST_DECIMALS || scale > digits) {
            throw invalid("a floating number has at most 255 digits, at most 30 of them after the point");
        }
        return new NumberTypes.Floating(single, (int) digits, (int) scale, isUnsigned());
    }

    private MySqlType bits() {
        long bits = length(type.fieldLength(), 1);
        if (bits > Long.SIZE) {
            throw invalid("it has at most 64 bits");
        }
        // MySQL's own reading of BIT(0).
        return new TextTypes.BitField(bits == 0 ? 1 : (int) bits);
    }

    private MySqlType characters() {
        boolean varying =
                type.VARYING_SYMBOL() != null || type.VARCHAR_SYMBOL() != null || type.NVARCHAR_SYMBOL() != null;
        long length = length(type.fieldLength(), 1);
        if (bytes) {
            return varying ? new TextTypes.Bytes(length, false) : padded(length);
        }
        return new TextTypes.Characters(length, !varying);
    }

    private MySqlType text() {
        return bytes ? blob() : new TextTypes.Characters(TextTypes.UNLIMITED, false);
    }

    private static MySqlType blob() {
        return new TextTypes.Bytes(TextTypes.UNLIMITED, false);
    }

    private MySqlType padded(long length) {
        if (length > LONGEST_PADDED) {
            throw invalid("it has at most 255 bytes");
        }
        return new TextTypes.Bytes(length, true);
    }

    private List<String> members() {
        List<TextStringContext> members = type.stringList().textString();
        return members.stream().map(Strings::of).toList();
    }

    private int fraction() {
        TypeDatetimePrecisionContext given = type.typeDatetimePrecision();
        long digits = given == null ? 0 : number(given.INT_NUMBER().getText());
        if (digits > TimeTypes.MICROSECONDS) {
            throw invalid("a second has at most 6 decimals");
        }
        return (int) digits;
    }

    /** ZEROFILL brings UNSIGNED with it. */
    private boolean isUnsigned() {
        FieldOptionsContext options = type.fieldOptions();
        return options != null
                && (!options.UNSIGNED_SYMBOL().isEmpty()
                        || !options.ZEROFILL_SYMBOL().isEmpty());
    }

    private long length(@Nullable FieldLengthContext given, long otherwise) {
        return given == null ? otherwise : number(given.getChild(1).getText());
    }

    /** MySQL's lengths go up to 4 GB; what is longer, or not in decimal digits, it refuses as well. */
    private long number(String digits) {
        if (digits.length() > 10 || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw invalid("its length is no usual number");
        }
        return Long.parseLong(digits);
    }

    /** CHAR(4) BYTE is another way to write BINARY(4), and so is the charset binary. */
    private static boolean hasBinaryCharset(@Nullable CharsetWithOptBinaryContext charset) {
        return charset != null
                && (charset.BYTE_SYMBOL() != null
                        || (charset.charsetName() != null && TableOptions.isBinary(charset.charsetName())));
    }

    private NotUnderstoodException invalid(String why) {
        return new NotUnderstoodException(
                "column " + column + ": the type " + SqlText.words(type), why, NotUnderstoodException.CHECK_TEXT);
    }

    private NotUnderstoodException unknown() {
        return new NotUnderstoodException(
                "column " + column + ": the type " + SqlText.words(type),
                "no type of Iceberg is known to hold its values",
                "keep the column out of the shard's stream, and announce the rest as schema changes instead of SQL");
    }
}
