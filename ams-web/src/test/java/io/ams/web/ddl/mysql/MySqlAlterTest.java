package io.ams.web.ddl.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every part that an ALTER TABLE can have. */
class MySqlAlterTest {
    /** The quote of the tables is another one, so that MySQL's may stand in them. */
    private static final char NO_QUOTE = '"';

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = NO_QUOTE, textBlock = """
            ADD c INT                                            | +c:int
            ADD COLUMN c INT                                     | +c:int
            ADD COLUMN c INT FIRST                               | +c:int
            ADD COLUMN c INT AFTER b                             | +c:int
            add column C int null                                | +C:int
            ADD c INT NOT NULL                                   | +c:int!
            ADD c INT NOT NULL DEFAULT 5                         | +c:int!='5'
            ADD c INT DEFAULT 5 NOT NULL COMMENT 'it''s'         | +c:int!='5' //it's
            ADD c INT COMMENT 'a' 'b'                            | +c:int //ab
            ADD c INT UNIQUE                                     | +c:int
            ADD c INT UNIQUE KEY CHECK (c > 0)                   | +c:int
            ADD c INT CONSTRAINT k CHECK (c > 0) NOT ENFORCED    | +c:int
            ADD c INT REFERENCES p (id)                          | +c:int
            ADD c INT INVISIBLE                                  | +c:int
            ADD c INT COLUMN_FORMAT FIXED STORAGE DISK           | +c:int
            ADD c INT ENGINE_ATTRIBUTE='{}'                      | +c:int
            ADD c INT PRIMARY KEY                                | +c:int!; key(c)
            ADD c INT KEY                                        | +c:int!; key(c)
            ADD (a INT, b VARCHAR(9) NOT NULL DEFAULT 'x')       | +a:int; +b:string!='x'
            ADD COLUMN (a INT, KEY k (a), PRIMARY KEY (A))       | +a:int!; ~KEY k (a); key(a)
            ADD a INT, ADD b INT                                 | +a:int; +b:int
            ADD a INT, ADD PRIMARY KEY (a, z)                    | +a:int!; key(a,z)
            ADD PRIMARY KEY (A), ADD a ENUM('x')                 | +a:string! was='x'; key(a)
            ADD c TIMESTAMP ON UPDATE CURRENT_TIMESTAMP          | +c:timestamptz
            ADD c INT GENERATED ALWAYS AS (a + b) STORED         | +c:int=generated was=generated
            ADD c INT AS (a + b) STORED NOT NULL COMMENT 'x'     | +c:int!=generated was=generated //x
            ADD c VARCHAR(9) COLLATE utf8mb4_bin AS (a) STORED   | +c:string=generated was=generated
            ADD c INT AS (a + b)                                 | ~virtual column c
            ADD c INT GENERATED ALWAYS AS (a + b) VIRTUAL UNIQUE | ~virtual column c
            ADD c INT AS (`a`->'$.x') VIRTUAL                    | ~virtual column c
            DROP c                                               | -c
            DROP COLUMN c                                        | -c
            DROP COLUMN c RESTRICT                               | -c
            DROP a, DROP COLUMN b                                | -a; -b
            DROP a, ADD a BIGINT                                 | -a; +a:long
            RENAME COLUMN a TO b                                 | a>b
            RENAME COLUMN a TO a                                 | ~RENAME COLUMN a TO a
            RENAME COLUMN a TO A                                 | a>A
            RENAME COLUMN a TO b, RENAME COLUMN b TO a           | a>b,b>a
            RENAME COLUMN a TO b, ADD x INT, RENAME COLUMN c TO d | a>b,c>d; +x:int
            CHANGE a b INT                                       | a>b; b:int; b?; b=none
            CHANGE COLUMN a A INT                                | a>A; A:int; A?; A=none
            CHANGE a a INT                                       | a:int; a?; a=none
            CHANGE a b BIGINT NOT NULL DEFAULT 5 COMMENT 'x' AFTER z | a>b; b:long; b!; b='5'; b//x
            CHANGE a b INT, CHANGE b a BIGINT                    | a>b,b>a; b:int; b?; b=none; a:long; a?; a=none
            MODIFY c VARCHAR(20) CHARACTER SET utf8mb4 NOT NULL  | c:string; c!; c=none
            MODIFY COLUMN c INT DEFAULT (uuid_short()) FIRST     | c:int; c?; c=computed
            MODIFY c INT COMMENT ''                              | c:int; c?; c=none; c//
            MODIFY c INT AUTO_INCREMENT                          | c:int; c!; c=none
            MODIFY c INT PRIMARY KEY                             | c:int; c!; c=none; key(c)
            MODIFY c INT AS (a) STORED                           | c:int; c?; c=generated
            MODIFY c INT AS (a) VIRTUAL                          | ~virtual column c
            CHANGE a b INT AS (a) VIRTUAL                        | ~virtual column b
            ALTER c SET DEFAULT 5                                | c='5'
            ALTER COLUMN c SET DEFAULT (now())                   | c=computed
            ALTER COLUMN c DROP DEFAULT                          | c=none
            ADD PRIMARY KEY (a)                                  | key(a)
            ADD CONSTRAINT pk PRIMARY KEY USING BTREE (a, b(10) DESC) | key(a,b)
            DROP PRIMARY KEY                                     | key()
            DROP PRIMARY KEY, ADD PRIMARY KEY (a, b)             | key(a,b)
            ADD PRIMARY KEY (a), DROP PRIMARY KEY                | key(a)
            DROP INDEX `PRIMARY`                                 | key()
            DROP CONSTRAINT `primary`                            | key()
            DROP PRIMARY KEY, DROP a, ADD b INT PRIMARY KEY      | -a; +b:int!; key(b)
            """)
    void everyChangeOfColumns(String spec, String changes) {
        assertThat(Shown.changes(spec)).isEqualTo(changes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ADD INDEX ix (a)",
                "ADD KEY (a, b(10) DESC)",
                "ADD INDEX ix ((lower(a))) USING BTREE COMMENT 'x' INVISIBLE",
                "ADD UNIQUE (a)",
                "ADD CONSTRAINT u UNIQUE KEY u (a)",
                "ADD FULLTEXT INDEX f (a) WITH PARSER ngram",
                "ADD SPATIAL INDEX (g)",
                "ADD CONSTRAINT fk FOREIGN KEY (a) REFERENCES p (id) ON DELETE CASCADE",
                "ADD CONSTRAINT c CHECK ((a > 0) and (b in (1,2)))",
                "DROP INDEX ix",
                "DROP KEY ix",
                "DROP FOREIGN KEY fk",
                "DROP CHECK c",
                "DROP CONSTRAINT c",
                "ALTER INDEX ix INVISIBLE",
                "ALTER CHECK c NOT ENFORCED",
                "ALTER CONSTRAINT c ENFORCED",
                "ALTER COLUMN a SET INVISIBLE",
                "ALTER COLUMN a SET VISIBLE",
                "RENAME INDEX a TO b",
                "RENAME KEY a TO b",
                "CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_ai_ci",
                "CONVERT TO CHARSET utf8mb4",
                "DEFAULT CHARSET=utf8mb4",
                "CHARACTER SET latin1",
                "COLLATE utf8mb4_bin",
                "ENGINE=InnoDB",
                "ROW_FORMAT=COMPRESSED",
                "COMMENT='it''s'",
                "AUTO_INCREMENT=100",
                "STATS_PERSISTENT=1",
                "TABLESPACE ts",
                "AUTOEXTEND_SIZE=4M",
                "ALGORITHM=INPLACE",
                "LOCK=NONE",
                "WITHOUT VALIDATION",
                "FORCE",
                "DISABLE KEYS",
                "ENABLE KEYS",
                "ORDER BY a, b DESC",
                "PARTITION BY RANGE (a) (PARTITION p0 VALUES LESS THAN (10))",
                "PARTITION BY HASH (a) PARTITIONS 4",
                "ADD PARTITION (PARTITION p2 VALUES LESS THAN (20))",
                "REORGANIZE PARTITION p INTO (PARTITION p2 VALUES IN (1))",
                "REBUILD PARTITION p",
                "COALESCE PARTITION 2",
                "ANALYZE PARTITION ALL",
                "REMOVE PARTITIONING",
                "SECONDARY_LOAD",
            })
    void whatTheTargetDoesNotKnowHasNoEffect(String spec) {
        assertThat(Shown.changes(spec)).isEqualTo("~" + spec);
    }

    @Test
    void severalPartsWithoutEffectAreNamedOneByOne() {
        assertThat(Shown.changes(
                        "ENGINE=InnoDB ROW_FORMAT=DYNAMIC, ADD c INT, ADD INDEX (c), ALGORITHM=COPY, LOCK=SHARED"))
                .isEqualTo(
                        "~ENGINE=InnoDB; ~ROW_FORMAT=DYNAMIC; +c:int; ~ADD INDEX (c); ~ALGORITHM=COPY; ~LOCK=SHARED");
        assertThat(Shown.changes("ALGORITHM=INPLACE, ADD c INT PARTITION BY HASH (c)"))
                .isEqualTo("~ALGORITHM=INPLACE; +c:int; ~PARTITION BY HASH (c)");
    }

    @Test
    void rowsThatGoWithTheirPartitionStayInTheTarget() {
        assertThat(Shown.changes("DROP PARTITION p0")).isEqualTo("~DROP PARTITION p0 (its rows stay in the target)");
        assertThat(Shown.changes("TRUNCATE PARTITION ALL"))
                .isEqualTo("~TRUNCATE PARTITION ALL (its rows stay in the target)");
    }

    @Test
    void aLongPartIsShortened() {
        String comment = "COMMENT='" + "😀".repeat(100) + "'";
        assertThat(Shown.changes(comment)).isEqualTo("~COMMENT='" + "😀".repeat(71) + "…");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ADD a INT, DROP a                                 | -a; +a:int
            ADD a INT, RENAME COLUMN a TO b                   | a>b; +a:int
            RENAME COLUMN b TO a, DROP a                      | -a; b>a
            RENAME COLUMN b TO a, DROP A, ADD c INT, DROP d   | -A; -d; b>a; +c:int
            ADD a INT, CHANGE a b BIGINT, ADD INDEX (x)       | a>b; b:long; b?; b=none; +a:int; ~ADD INDEX (x)
            """)
    void aNameThatGoesAndComesIsFreedFirst(String spec, String changes) {
        assertThat(Shown.changes(spec)).isEqualTo(changes);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ADD COLUMN IF NOT EXISTS c INT                    | +c:int if absent
            ADD IF NOT EXISTS c INT, ADD d INT                | +c:int if absent; +d:int
            ADD COLUMN IF NOT EXISTS (c INT, d INT)           | +c:int if absent; +d:int if absent
            DROP COLUMN IF EXISTS c                           | -c?
            DROP IF EXISTS c, DROP d                          | -c?; -d
            ADD INDEX IF NOT EXISTS ix (a)                    | ~ADD INDEX IF NOT EXISTS ix (a)
            DROP INDEX IF EXISTS ix                           | ~DROP INDEX IF EXISTS ix
            DROP FOREIGN KEY IF EXISTS fk                     | ~DROP FOREIGN KEY IF EXISTS fk
            DROP CONSTRAINT IF EXISTS c                       | ~DROP CONSTRAINT IF EXISTS c
            """)
    void mariaDbsConditionsAreKept(String spec, String changes) {
        assertThat(Shown.changes(spec)).isEqualTo(changes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MODIFY COLUMN IF EXISTS c INT",
                "CHANGE COLUMN IF EXISTS a b INT",
                "RENAME COLUMN IF EXISTS a TO b",
                "ALTER COLUMN IF EXISTS a SET DEFAULT 5",
                "ADD COLUMN IF EXISTS a INT",
                "DROP COLUMN IF NOT EXISTS a",
                "ADD PARTITION IF NOT EXISTS (PARTITION p VALUES IN (1))",
            })
    void conditionsThatNoChangeCanExpressAreRefused(String spec) {
        assertThat(Shown.changes(spec)).startsWith("refused: line 1, column ").contains("at 'IF'");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ADD `a``b` INT                     | +a`b:int
            ADD `add` INT, DROP `select`       | +add:int; -select
            ADD `naïve café` INT               | +naïve café:int
            ADD status INT, ADD Date DATE      | +status:int; +Date:date
            ADD `😀` INT                       | +😀:int
            RENAME COLUMN `a.b` TO c           | a.b>c
            """)
    void namesComeWithoutBackTicksAndAsTheyAreSpelled(String spec, String changes) {
        assertThat(Shown.changes(spec)).isEqualTo(changes);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = NO_QUOTE, textBlock = """
            ALTER TABLE t ADD c INT;                                     | +c:int
            ALTER TABLE t ADD c INT ; ;                                  | +c:int
            ALTER TABLE t /* a comment */ ADD c INT -- the end           | +c:int
            ALTER TABLE t ADD c INT # the end                            | +c:int
            /* ddl */ ALTER TABLE t ADD c INT                            | +c:int
            ALTER TABLE t ADD c INT /* ; DROP TABLE t */                 | +c:int
            ALTER TABLE t ADD c VARCHAR(99) DEFAULT '/* not one */'      | +c:string='/* not one */'
            ALTER TABLE t ADD c VARCHAR(9) DEFAULT ';'                   | +c:string=';'
            ALTER TABLE t ADD c VARCHAR(9) DEFAULT "a'b"                 | +c:string='a'b'
            ALTER TABLE t ADD c VARCHAR(9) COMMENT "a""b"                | +c:string //a"b
            ALTER TABLE t ADD c VARCHAR(9) /*!80000 COMMENT 'x' */       | +c:string //x
            ALTER TABLE t /*!50100 ADD c INT, */ ADD d INT               | +c:int; +d:int
            ALTER TABLE t /*! ADD c INT */                               | +c:int
            ALTER TABLE t ADD c INT /*!80023 INVISIBLE */                | +c:int
            ALTER ONLINE TABLE t ADD c INT                               | +c:int
            ALTER TABLE d.t ADD c INT                                    | d.t: +c:int
            ALTER TABLE `d x`.`t``y` ADD c INT                           | d x.t`y: +c:int
            ALTER TABLE .u ADD c INT                                     | u: +c:int
            ALTER TABLE d . t ADD c INT                                  | d.t: +c:int
            ALTER TABLE t                                                | ~no change
            ALTER TABLE t RENAME TO u                                    | rename t>u
            ALTER TABLE t RENAME u                                       | rename t>u
            ALTER TABLE d.t RENAME AS e.u                                | rename d.t>e.u
            ALTER TABLE t ADD c INT, RENAME TO u                         | +c:int; now u
            """)
    void aStatementAsAWhole(String sql, String result) {
        assertThat(Shown.statement(sql)).isEqualTo(result);
    }

    @Test
    void lineBreaksAreBlanks() {
        assertThat(Shown.statement("ALTER TABLE t\r\n\tADD c INT -- one\n , ADD INDEX\n  (c)\n"))
                .isEqualTo("+c:int; ~ADD INDEX (c)");
    }
}
