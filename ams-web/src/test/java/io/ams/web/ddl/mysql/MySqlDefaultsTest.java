package io.ams.web.ddl.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every kind of default, in the canonical form of its type. */
class MySqlDefaultsTest {
    /** The quote of the tables is another one, so that MySQL's may stand in them. */
    private static final char NO_QUOTE = '"';

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = NO_QUOTE, textBlock = """
            INT              | 0                         | 0
            INT              | -1                        | -1
            INT              | +5                        | 5
            INT              | 007                       | 7
            INT              | '5'                       | 5
            INT              | ' 5'                      | 5
            INT              | '-2147483648'             | -2147483648
            INT              | 5.0                       | 5
            INT              | 1e3                       | 1000
            INT              | 0x1F                      | 31
            INT              | x'1f'                     | 31
            INT              | b'101'                    | 5
            INT              | TRUE                      | 1
            INT              | false                     | 0
            BOOL             | TRUE                      | 1
            INT UNSIGNED     | 4294967295                | 4294967295
            BIGINT           | 9223372036854775807       | 9223372036854775807
            BIGINT UNSIGNED  | 18446744073709551615      | 18446744073709551615
            TINYINT          | -128                      | -128
            YEAR             | 2024                      | 2024
            YEAR             | '2024'                    | 2024
            YEAR             | 0                         | 0
            DECIMAL(10,2)    | 1                         | 1.00
            DECIMAL(10,2)    | 1.5                       | 1.50
            DECIMAL(10,2)    | '-0.10'                   | -0.10
            DECIMAL(10,2)    | .5                        | 0.50
            DECIMAL(10,2)    | 1.500                     | 1.50
            DECIMAL(10,0)    | 12e2                      | 1200
            DECIMAL(40,2)    | 1                         | 1.00
            FLOAT            | 1.5                       | 1.5
            FLOAT            | '0'                       | 0.0
            FLOAT            | 1e10                      | 1.0E10
            FLOAT            | 0.1                       | 0.1
            FLOAT(7,2)       | 1.25                      | 1.25
            DOUBLE           | -1.5e3                    | -1500.0
            DOUBLE           | 1                         | 1.0
            VARCHAR(10)      | 'a'                       | a
            VARCHAR(10)      | ''                        | ""
            VARCHAR(10)      | 'it''s'                   | it's
            VARCHAR(10)      | 'it\\'s'                  | it's
            VARCHAR(10)      | 'a;b -- c'                | a;b -- c
            VARCHAR(10)      | 'a\\\\b'                  | a\\b
            VARCHAR(10)      | 'a\\%b'                   | a\\%b
            VARCHAR(10)      | 'a' 'b'                   | ab
            VARCHAR(10)      | N'a'                      | a
            VARCHAR(10)      | _utf8mb4'ä'               | ä
            VARCHAR(10)      | _latin1'a'                | a
            VARCHAR(10)      | _utf8mb4 x'c3a4'          | ä
            VARCHAR(10)      | 5                         | 5
            VARCHAR(10)      | -1.50                     | -1.50
            VARCHAR(2)       | '😀😀'                    | 😀😀
            CHAR(5)          | 'ab  '                    | ab
            TEXT             | ('a')                     | a
            ENUM('a','b')    | 'b'                       | b
            ENUM('a','B')    | 'b'                       | B
            ENUM('a','A')    | 'A'                       | A
            SET('a','b','c') | 'c,A'                     | a,c
            SET('a','b')     | ''                        | ""
            JSON             | ('{}')                    | {}
            BIT(1)           | b'1'                      | true
            BIT(1)           | b'0'                      | false
            BIT              | 1                         | true
            BIT              | FALSE                     | false
            BIT(9)           | b'101'                    | 0005
            BIT(16)          | 0x0aFf                    | 0AFF
            BIT(8)           | 5                         | 05
            BINARY(4)        | 'ab'                      | 61620000
            BINARY(2)        | x'00fF'                   | 00FF
            VARBINARY(4)     | 0x0a0B                    | 0A0B
            VARBINARY(4)     | ''                        | ""
            VARBINARY(4)     | 'ä'                       | C3A4
            BLOB             | ('a')                     | 61
            DATE             | '2024-02-29'              | 2024-02-29
            DATE             | '2024-2-9'                | 2024-02-09
            DATE             | 20240229                  | 2024-02-29
            DATE             | DATE '2024-02-29'         | 2024-02-29
            DATE             | '2024-02-29 00:00:00'     | 2024-02-29
            DATETIME         | '2024-02-29'              | 2024-02-29T00:00:00
            DATETIME         | '2024-02-29 01:02:03'     | 2024-02-29T01:02:03
            DATETIME         | '2024-02-29T01:02:03'     | 2024-02-29T01:02:03
            DATETIME         | TIMESTAMP '2024-02-29 01:02:03' | 2024-02-29T01:02:03
            DATETIME         | '20240229010203'          | 2024-02-29T01:02:03
            DATETIME(6)      | '2024-02-29 01:02:03.5'   | 2024-02-29T01:02:03.500000
            DATETIME(6)      | '2024-02-29 01:02:03.000000' | 2024-02-29T01:02:03
            DATETIME         | '9999-12-31 23:59:59'     | 9999-12-31T23:59:59
            TIMESTAMP        | '2024-02-29 01:02:03'     | 2024-02-29T01:02:03+00:00
            TIMESTAMP        | '2024-02-29 01:02:03+05:30' | 2024-02-28T19:32:03+00:00
            TIMESTAMP(3)     | '2024-02-29 01:02:03.123' | 2024-02-29T01:02:03.123000+00:00
            TIME             | '1:2:3'                   | 01:02:03
            TIME             | '-838:59:59'              | -838:59:59
            TIME             | 120000                    | 12:00:00
            TIME             | 0                         | 00:00:00
            TIME(3)          | '01:02:03.5'              | 01:02:03.500
            TIME             | TIME '01:02'              | 01:02:00
            """)
    void aConstantIsALiteralInTheFormOfItsType(String type, String constant, String literal) {
        assertThat(added(type, constant)).endsWith("='" + literal + "'").startsWith("+c:");
        assertThat(Shown.changes("ADD c " + type + " DEFAULT ((" + constant.replace("((", "(") + "))"))
                .endsWith("='" + literal + "'");
        assertThat(Shown.changes("MODIFY c " + type + " DEFAULT " + constant + " NOT NULL"))
                .endsWith("; c!; c='" + literal + "'");
        assertThat(Shown.statement("CREATE TABLE t (c " + type + " DEFAULT " + constant + ")"))
                .endsWith("='" + literal + "' key()");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = NO_QUOTE, textBlock = """
            DATETIME    | CURRENT_TIMESTAMP
            DATETIME(6) | CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6)
            TIMESTAMP   | now()
            TIMESTAMP   | LOCALTIME
            TIMESTAMP   | localtimestamp()
            VARCHAR(36) | (uuid())
            DOUBLE      | (rand())
            DATE        | (CURRENT_DATE)
            DATE        | (curdate() + INTERVAL 1 DAY)
            INT         | (1 + 1)
            INT         | (~1)
            INT         | (a)
            INT         | (-'5')
            JSON        | (JSON_ARRAY())
            VARCHAR(9)  | (concat('a', 'b'))
            VARCHAR(9)  | (cast('a' as char))
            INT         | (case when a > 1 then 1 else 2 end)
            """)
    void anExpressionIsComputed(String type, String expression) {
        assertThat(added(type, expression)).startsWith("+c:").endsWith("=computed");
        assertThat(Shown.changes("ALTER c SET DEFAULT (" + unwrapped(expression) + ")"))
                .isEqualTo("c=computed");
    }

    private static String unwrapped(String expression) {
        return expression.replaceAll(" ON UPDATE.*", "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"NULL", "(NULL)", "((null))", "(-NULL)"})
    void nullIsNoDefault(String constant) {
        assertThat(added("INT", constant)).isEqualTo("+c:int");
    }

    @Test
    void parenthesesAndSignsDoNotMakeAnExpressionOfANumber() {
        assertThat(added("INT", "(-(-(5)))")).isEqualTo("+c:int='5'");
        assertThat(added("INT", "(-0x10)")).isEqualTo("+c:int='-16'");
        assertThat(added("INT", "(+5)")).isEqualTo("+c:int='5'");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = NO_QUOTE, textBlock = """
            INT              | 'abc'
            INT              | ''
            INT              | 1.5
            INT              | 2147483648
            INT              | '1e999999999'
            INT UNSIGNED     | -1
            TINYINT          | 128
            BIGINT UNSIGNED  | 18446744073709551616
            YEAR             | 24
            YEAR             | '0'
            YEAR             | 1900
            DECIMAL(4,2)     | 100
            DECIMAL(4,2)     | 1.555
            DECIMAL(4,2) UNSIGNED | -1
            FLOAT            | 1e39
            FLOAT            | 'NaN'
            FLOAT(4,2)       | 1.555
            FLOAT(4,2)       | 100
            FLOAT UNSIGNED   | -1
            DOUBLE           | '1e309'
            VARCHAR(2)       | 'abc'
            VARCHAR(2)       | x'6161'
            VARCHAR(9)       | 1e3
            VARCHAR(9)       | _utf8mb4 x'ff'
            ENUM('a','b')    | 'c'
            ENUM('a','b')    | 1
            SET('a','b')     | 'a,c'
            JSON             | x'6161'
            BIT(1)           | '1'
            BIT(1)           | 2
            BIT(2)           | b'100'
            BINARY(2)        | 'abc'
            VARBINARY(2)     | 0x010203
            DATE             | '0000-00-00'
            DATE             | '2023-02-29'
            DATE             | '24-02-29'
            DATE             | '2024/02/29'
            DATE             | '2024-02-29 01:00:00'
            DATE             | 0
            DATETIME         | '0000-00-00 00:00:00'
            DATETIME         | '2024-02-29 25:00:00'
            DATETIME         | '2024-02-29 01:02:03.5'
            DATETIME         | '2024-02-29 01:02:03.1234567'
            DATETIME         | '9999-12-31 23:59:59-01:00'
            DATETIME         | '2024-02-29 01:02:03+99:00'
            TIMESTAMP        | ''
            TIME             | '839:00:00'
            TIME             | '1 02:03:04'
            TIME             | '00:61:00'
            TIME             | '00:00:00.5'
            """)
    void whatDoesNotFitIsRefusedWithItsColumn(String type, String constant) {
        assertThat(added(type, constant))
                .startsWith("refused: column c: the default ")
                .contains("is no value of the column");
    }

    @Test
    void aStringInAnotherCharsetIsRefusedUnlessItReadsTheSame() {
        assertThat(added("VARCHAR(9)", "_latin1'ä'")).startsWith("refused: the string after _latin1");
        assertThat(added("VARCHAR(9)", "_utf16'ab'")).startsWith("refused: the string after _utf16");
    }

    @Test
    void aDefaultSetAloneIsGivenAsWritten() {
        assertThat(Shown.changes("ALTER c SET DEFAULT 1.50")).isEqualTo("c='1.50'");
        assertThat(Shown.changes("ALTER c SET DEFAULT TRUE")).isEqualTo("c='1'");
        assertThat(Shown.changes("ALTER COLUMN c SET DEFAULT 'a''b'")).isEqualTo("c='a'b'");
        assertThat(Shown.changes("ALTER COLUMN c SET DEFAULT NULL")).isEqualTo("c=none");
        assertThat(Shown.changes("ALTER COLUMN c DROP DEFAULT")).isEqualTo("c=none");
    }

    @Test
    void aDefaultWhoseMeaningDependsOnTheTypeIsRefused() {
        assertThat(Shown.changes("ALTER c SET DEFAULT 0x61")).startsWith("refused: column c: its default");
    }

    private static String added(String type, String constant) {
        return Shown.changes("ADD c " + type + " DEFAULT " + constant);
    }
}
