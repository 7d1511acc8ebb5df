package io.ams.web.ddl.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every type, with what may decorate it: first by its name in Iceberg, then by what its rows that are there take for NOT NULL. */
class MySqlTypesTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            TINYINT                                   | int
            TINYINT(1)                                | int
            BOOL                                      | int
            BOOLEAN                                   | int
            TINYINT UNSIGNED                          | int
            INT1                                      | int
            SMALLINT                                  | int
            SMALLINT(5) UNSIGNED ZEROFILL             | int
            INT2                                      | int
            MEDIUMINT                                 | int
            MEDIUMINT UNSIGNED                        | int
            INT3                                      | int
            MIDDLEINT                                 | int
            INT                                       | int
            INTEGER                                   | int
            INT4                                      | int
            INT(11)                                   | int
            INT SIGNED                                | int
            INT UNSIGNED                              | long
            INT(10) UNSIGNED                          | long
            INT ZEROFILL                              | long
            INT(5) UNSIGNED ZEROFILL                  | long
            BIGINT                                    | long
            INT8                                      | long
            BIGINT(20)                                | long
            BIGINT UNSIGNED                           | decimal(20,0)
            BIGINT ZEROFILL                           | decimal(20,0)
            YEAR                                      | int
            YEAR(4)                                   | int
            DECIMAL                                   | decimal(10,0)
            DECIMAL(0)                                | decimal(10,0)
            DECIMAL(5)                                | decimal(5,0)
            DECIMAL(12,4)                             | decimal(12,4)
            DECIMAL(12,4) UNSIGNED                    | decimal(12,4)
            DECIMAL(12,4) ZEROFILL                    | decimal(12,4)
            DEC(6,2)                                  | decimal(6,2)
            NUMERIC(6,2)                              | decimal(6,2)
            FIXED(6,2)                                | decimal(6,2)
            DECIMAL(38,30)                            | decimal(38,30)
            DECIMAL(39,0)                             | string
            DECIMAL(65,30)                            | string
            FLOAT                                     | float
            FLOAT4                                    | float
            FLOAT(0)                                  | float
            FLOAT(24)                                 | float
            FLOAT(25)                                 | double
            FLOAT(53)                                 | double
            FLOAT(7,4)                                | float
            FLOAT UNSIGNED                            | float
            FLOAT8                                    | double
            DOUBLE                                    | double
            DOUBLE(10,2)                              | double
            DOUBLE PRECISION                          | double
            REAL                                      | double
            REAL(10,2) UNSIGNED                       | double
            BIT                                       | boolean
            BIT(1)                                    | boolean
            BIT(0)                                    | boolean
            BIT(2)                                    | binary
            BIT(64)                                   | binary
            CHAR                                      | string
            CHAR(10)                                  | string
            CHARACTER(10)                             | string
            CHAR(10) CHARACTER SET utf8mb4            | string
            CHAR(10) CHARSET latin1 COLLATE latin1_bin | string
            CHAR(10) BINARY                           | string
            CHAR(10) ASCII                            | string
            CHAR(10) UNICODE                          | string
            NCHAR(10)                                 | string
            NATIONAL CHAR(10)                         | string
            NATIONAL CHARACTER VARYING(10)            | string
            NVARCHAR(10)                              | string
            NCHAR VARCHAR(10)                         | string
            NATIONAL VARCHAR(10)                      | string
            VARCHAR(255)                              | string
            CHAR VARYING(10)                          | string
            CHARACTER VARYING(10)                     | string
            VARCHARACTER(10)                          | string
            VARCHAR(255) COLLATE utf8mb4_bin          | string
            TINYTEXT                                  | string
            TEXT                                      | string
            TEXT(1000)                                | string
            MEDIUMTEXT CHARACTER SET utf8mb3          | string
            LONGTEXT                                  | string
            LONG                                      | string
            LONG VARCHAR                              | string
            ENUM('a','b')                             | string
            ENUM('a','b') CHARACTER SET binary        | string
            SET('a','b')                              | string
            JSON                                      | string
            BINARY                                    | binary
            BINARY(16)                                | binary
            VARBINARY(16)                             | binary
            TINYBLOB                                  | binary
            BLOB                                      | binary
            BLOB(100)                                 | binary
            MEDIUMBLOB                                | binary
            LONGBLOB                                  | binary
            LONG VARBINARY                            | binary
            CHAR(4) BYTE                              | binary
            CHAR(4) CHARACTER SET binary              | binary
            VARCHAR(4) CHARACTER SET 'binary'         | binary
            VARCHAR(4) COLLATE binary                 | binary
            TEXT CHARACTER SET binary                 | binary
            DATE                                      | date
            TIME                                      | string
            TIME(3)                                   | string
            DATETIME                                  | timestamp
            DATETIME(6)                               | timestamp
            TIMESTAMP                                 | timestamptz
            TIMESTAMP(3)                              | timestamptz
            """)
    void everyTypeHasItsCounterpart(String type, String iceberg) {
        assertThat(Shown.changes("ADD c " + type)).isEqualTo("+c:" + iceberg);
        assertThat(Shown.changes("MODIFY c " + type)).isEqualTo("c:" + iceberg + "; c?; c=none");
        assertThat(Shown.statement("create table t (c " + type.toLowerCase(java.util.Locale.ROOT) + ")"))
                .isEqualTo("create t c:" + iceberg + " key()");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            INT                 | +c:int!
            VARCHAR(5)          | +c:string!
            SET('a','b')        | +c:string!
            VARBINARY(5)        | +c:binary!
            BLOB                | +c:binary!
            BIT(1)              | +c:boolean!
            DATE                | +c:date!
            DATETIME            | +c:timestamp!
            DECIMAL(10,2)       | +c:decimal(10,2)!
            DECIMAL(40,2)       | +c:string! was='0.00'
            ENUM('x','a')       | +c:string! was='x'
            ENUM('x  ','a')     | +c:string! was='x'
            JSON                | +c:string! was='null'
            TIME                | +c:string! was='00:00:00'
            TIME(2)             | +c:string! was='00:00:00.00'
            BINARY(3)           | +c:binary! was='000000'
            BIT(9)              | +c:binary! was='0000'
            """)
    void rowsThatAreThereTakeWhatMySqlPutsThere(String type, String change) {
        assertThat(Shown.changes("ADD c " + type + " NOT NULL")).isEqualTo(change);
        assertThat(Shown.changes("ADD c " + type)).doesNotContain("was");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            POINT               | no type of Iceberg
            GEOMETRY            | no type of Iceberg
            GEOMETRYCOLLECTION  | no type of Iceberg
            LINESTRING          | no type of Iceberg
            MULTIPOINT          | no type of Iceberg
            MULTILINESTRING     | no type of Iceberg
            POLYGON             | no type of Iceberg
            MULTIPOLYGON        | no type of Iceberg
            VECTOR(3)           | no type of Iceberg
            DECIMAL(66,2)       | at most 65 digits
            DECIMAL(40,31)      | at most 30 of them
            DECIMAL(4,5)        | at most 65 digits
            FLOAT(54)           | at most 53 binary digits
            DOUBLE(4,5)         | at most 255 digits
            BIT(65)             | at most 64 bits
            BINARY(256)         | at most 255 bytes
            YEAR(2)             | four digits
            DATETIME(7)         | at most 6 decimals
            VARCHAR(0x10)       | no usual number
            VARCHAR(99999999999) | no usual number
            ENUM(0x61)          | write it as a quoted string
            """)
    void aTypeWithoutCounterpartIsRefusedByName(String type, String why) {
        assertThat(Shown.changes("ADD c " + type))
                .startsWith("refused: ")
                .contains(why)
                .satisfies(reason -> assertThat(reason)
                        .containsIgnoringCase(type.startsWith("ENUM") ? "0x61" : "column c: the type " + type));
    }

    @ParameterizedTest
    @CsvSource({
        "INET6",
        "NUMBER(10)",
        "VARCHAR2(10)",
        "INT UNSIGNED FOO",
        "UUID",
        "VARCHAR",
        "VARBINARY",
        "ENUM",
        "INT(a)"
    })
    void aTypeThatMySqlDoesNotKnowIsRefused(String type) {
        assertThat(Shown.changes("ADD c " + type))
                .startsWith("refused: ")
                .contains("the grammar of MySQL 8 has something else there");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SERIAL                        | +c:decimal(20,0)! was=generated
            BIGINT SERIAL DEFAULT VALUE   | +c:long! was=generated
            INT AUTO_INCREMENT            | +c:int! was=generated
            INT UNSIGNED AUTO_INCREMENT UNIQUE KEY | +c:long! was=generated
            INT NOT NULL AUTO_INCREMENT PRIMARY KEY | +c:int! was=generated; key(c)
            """)
    void aCounterIsNeverNullAndHasNoDefault(String type, String change) {
        assertThat(Shown.changes("ADD c " + type)).isEqualTo(change);
    }
}
