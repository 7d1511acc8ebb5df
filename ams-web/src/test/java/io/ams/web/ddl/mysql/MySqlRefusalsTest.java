package io.ams.web.ddl.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is not understood is named, and nothing of it counts. */
class MySqlRefusalsTest {
    private static final char NO_QUOTE = '"';

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = NO_QUOTE, textBlock = """
            ""                                                  | the text: it holds no statement
            ;                                                   | the text: it holds no statement
            -- nothing                                          | the text: it holds no statement
            ALTER TABLE t ADD a INT; ALTER TABLE t ADD b INT    | the text: it holds several statements
            ; ALTER TABLE t ADD a INT                           | the text: it holds several statements
            ALTER TABLE t ADD a INT; garbage                    | the text: it holds several statements
            CREATE VIEW v AS SELECT 1                           | 'CREATE VIEW v': only statements that
            CREATE DATABASE d                                   | 'CREATE DATABASE d': only statements that
            CREATE TRIGGER x BEFORE INSERT ON t FOR EACH ROW SET @a = 1 | 'CREATE TRIGGER x': only
            ALTER DATABASE d CHARACTER SET utf8mb4              | 'ALTER DATABASE d': only
            ALTER TABLESPACE ts RENAME TO u                     | 'ALTER TABLESPACE ts': only
            DROP DATABASE d                                     | 'DROP DATABASE d': only
            DROP VIEW v                                         | 'DROP VIEW v': only
            RENAME USER a TO b                                  | 'RENAME USER a': only
            INSERT INTO t VALUES (1)                            | 'INSERT INTO t': only
            SELECT 1                                            | 'SELECT 1': only
            LOCK TABLES t READ                                  | 'LOCK TABLES t': only
            ANALYZE TABLE t                                     | 'ANALYZE TABLE t': only
            garbage                                             | 'garbage': only
            CREATE OR REPLACE TABLE t (a INT)                   | 'CREATE OR REPLACE': only
            CREATE TABLE t LIKE u                               | table t: its columns are those of another
            CREATE TABLE t (LIKE u)                             | table t: its columns are those of another
            CREATE TABLE t SELECT 1                             | table t: its columns are those of another
            CREATE TABLE t AS SELECT 1                          | table t: its columns are those of another
            CREATE TABLE t (a INT) AS SELECT a FROM u           | table t: its columns are those of another
            CREATE TABLE t (a INT) (SELECT a FROM u)            | table t: its columns are those of another
            CREATE TABLE t                                      | table t: its columns are those of another
            CREATE TEMPORARY TABLE t (a INT)                    | table t: it is temporary
            CREATE TABLE t (a INT, A INT)                       | column A: the table has two of that name
            CREATE TABLE t (a INT PRIMARY KEY, PRIMARY KEY (a)) | the primary key: the table has two
            CREATE TABLE t (a INT, PRIMARY KEY (b))             | the primary key: there is no stored column b
            CREATE TABLE t (a INT, PRIMARY KEY ((a + 1)))       | the primary key: it holds an expression
            CREATE TABLE t (a INT) UNION=(u, v)                 | the option UNION=(u, v): it makes other tables' rows
            CREATE TABLE t (a CHAR(9)) CHARSET=binary           | 'CHARSET=binary': the charset binary makes bytes
            CREATE TABLE t (a CHAR(9)) COLLATE=binary           | 'COLLATE=binary': the charset binary makes bytes
            CREATE TABLE t (a INT) FOO=BAR                      | 'FOO=BAR': it is neither a change
            CREATE TABLE t (a POINT)                            | column a: the type POINT: no type of Iceberg
            CREATE TABLE t (a INT DEFAULT 'x')                  | column a: the default 'x': it is no value
            CREATE TABLE t (a INT,)                             | line 1, column 23, at ')'
            CREATE TABLE "t" (a INT)                            | line 1, column 14, at '"t"'
            DROP TABLE a, b                                     | 'TABLE a, b': it drops several tables
            DROP TEMPORARY TABLE t                              | table t: it is temporary
            DROP TABLE                                          | the end of the text: the grammar of MySQL 8
            TRUNCATE TABLE t extra                              | line 1, column 18, at 'extra'
            RENAME TABLE a b                                    | line 1, column 16, at 'b'
            ALTER TABLE t EXCHANGE PARTITION p WITH TABLE u     | 'EXCHANGE PARTITION p WITH TABLE u': it exchanges rows
            ALTER TABLE t DISCARD TABLESPACE                    | 'DISCARD TABLESPACE': it exchanges rows
            ALTER TABLE t IMPORT TABLESPACE                     | 'IMPORT TABLESPACE': it exchanges rows
            ALTER TABLE t IMPORT PARTITION p TABLESPACE         | line 1, column 22, at 'PARTITION'
            ALTER TABLE t UNION=(u)                             | the option UNION=(u): it makes other tables' rows
            ALTER TABLE t CONVERT TO CHARACTER SET binary       | 'CONVERT TO CHARACTER SET binary': the charset binary
            ALTER TABLE t CONVERT TO CHARACTER SET x COLLATE binary | 'CONVERT TO CHARACTER SET x COLLATE binary': the charset
            ALTER TABLE t DEFAULT CHARACTER SET = 'binary'      | 'DEFAULT CHARACTER SET = 'binary'': the charset binary
            ALTER TABLE t FROBNICATE a                          | 'FROBNICATE a': it is neither a change that is known
            ALTER TABLE t MODIFY a                              | 'MODIFY a': it is neither a change that is known
            ALTER TABLE t RENAME a, RENAME b                    | 'RENAME b': the statement gives the table two names
            ALTER TABLE t ADD PRIMARY KEY (a), ADD b INT KEY    | the primary key: the statement gives two
            ALTER TABLE t ADD a INT, ADD A INT                  | column A: the statement makes two of that name
            ALTER TABLE t ADD a INT, RENAME COLUMN b TO a       | column a: the statement makes two of that name
            ALTER TABLE t MODIFY a INT, ALTER A SET DEFAULT 5   | column A: two parts of the statement change it
            ALTER TABLE t RENAME COLUMN a TO b, MODIFY a INT    | column a: two parts of the statement change it
            ALTER TABLE t DROP a, DROP a                        | column a: two parts of the statement change it
            ALTER TABLE t ADD `` INT                            | a name: it is empty
            ALTER TABLE t ADD a INT DEFAULT 1e999               | the number 1e999: it is beyond the range
            ALTER IGNORE TABLE t ADD a INT                      | line 1, column 7, at 'IGNORE'
            ALTER TABLE IF EXISTS t ADD a INT                   | line 1, column 13, at 'IF'
            ALTER TABLE t ADD a                                 | the end of the text: the grammar of MySQL 8
            ALTER TABLE t ADD a INT FOO                         | line 1, column 25, at 'FOO'
            ALTER TABLE t ADD a INT DEFAULT                     | the end of the text: the grammar of MySQL 8
            ALTER TABLE t ADD a INT DEFAULT now() + 1           | line 1, column 39, at '+'
            ALTER TABLE t ADD a INT ADD b INT                   | line 1, column 25, at 'ADD'
            ALTER TABLE t ADD 'a' INT                           | line 1, column 19, at ''a''
            ALTER TABLE t ADD a INT,                            | the end of the text: the grammar of MySQL 8
            ALTER TABLE t ADD a INT AS (b) PERSISTENT           | line 1, column 32, at 'PERSISTENT'
            ALTER TABLE t ADD a INT DEFAULT 'x                  | line 1, column 33: no word of MySQL starts there
            ALTER TABLE t ADD `a INT                            | line 1, column 19: no word of MySQL starts there
            ALTER TABLE t ADD a INT /* open                     | a comment: it is not closed
            ALTER TABLE t ADD a INT /*!80000 NOT NULL           | a comment: it is not closed
            ALTER TABLE t ADD a INT /*!99999 NOT NULL */        | the comment '/*!99999 NOT NULL */': whether it counts
            ALTER TABLE t ADD a INT /*!123 NOT NULL */          | the comment '/*!123 NOT NULL */': whether it counts
            ALTER TABLE t ADD a INT /*!99999999999 NOT NULL */  | a comment /*!: its version is no number
            ALTER TABLE t ADD a INT /*M!100100 NOT NULL */      | the comment '/*M!100100 NOT NULL */': MariaDB obeys it
            ALTER TABLE t ADD a INT */                          | line 1, column 25, at '*'
            """)
    void isNamed(String sql, String reason) {
        assertThat(Shown.statement(sql)).startsWith("refused: " + reason).contains("; ");
    }

    @Test
    void aReasonSaysWhatAndWhyAndWhatToDo() {
        assertThat(Shown.changes("ADD place POINT"))
                .isEqualTo(
                        "refused: column place: the type POINT: no type of Iceberg is known to hold its values;"
                                + " keep the column out of the shard's stream, and announce the rest as schema changes instead of SQL");
        assertThat(Shown.changes("ADD a INT FOO"))
                .isEqualTo("refused: line 1, column 25, at 'FOO': the grammar of MySQL 8 has something else there;"
                        + " send the text as MySQL 8 accepted it, or announce it as schema changes instead of SQL");
    }

    @Test
    void theLineOfAFaultIsSaid() {
        assertThat(Shown.statement("ALTER TABLE t\n  ADD a INT,\n  BAD b INT")).startsWith("refused: line 3, column ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\0",
                "\u0001",
                "[",
                "\uD83D",
                "$$",
                "@",
                "\\",
                "{",
                "ALTER TABLE t ADD a INT \0",
                "ALTER TABLE t ADD [a] INT"
            })
    void oddCharactersAreNoReasonToFail(String sql) {
        assertThat(Shown.statement(sql)).startsWith("refused: ");
    }
}
