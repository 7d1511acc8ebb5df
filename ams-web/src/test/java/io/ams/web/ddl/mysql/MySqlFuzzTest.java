package io.ams.web.ddl.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.SchemaChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whatever the text is, there is a result, and a result that is complete. */
class MySqlFuzzTest {
    private static final int TEXTS = 4000;

    private static final List<String> VALID = List.of(
            "ALTER TABLE `d`.`t` ADD COLUMN a INT UNSIGNED NOT NULL DEFAULT '5' COMMENT 'it''s' AFTER b",
            "ALTER TABLE t ADD (a DECIMAL(10,2) DEFAULT (1.50), b ENUM('x','y') NOT NULL, PRIMARY KEY (a))",
            "ALTER TABLE t CHANGE a b BIGINT(20) NULL, RENAME COLUMN c TO d, DROP COLUMN e, ALGORITHM=INPLACE",
            "ALTER TABLE t MODIFY a DATETIME(6) DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE NOW(6), ORDER BY a",
            "ALTER TABLE t ADD c VARCHAR(9) AS (concat(a, _utf8mb4'\\'', b->>'$.x')) STORED /*!80023 INVISIBLE */",
            "ALTER TABLE t DROP PRIMARY KEY, ADD PRIMARY KEY (a, b(10)), ADD INDEX i ((lower(a)) DESC)",
            "ALTER TABLE t ALTER COLUMN a SET DEFAULT -1.5e3, ADD d BIT(3) DEFAULT b'101', ADD e BINARY(2) DEFAULT x'0f'",
            "ALTER TABLE t ADD COLUMN IF NOT EXISTS a TIMESTAMP DEFAULT '2024-02-29 01:02:03.5', DROP COLUMN IF EXISTS b",
            "ALTER TABLE t PARTITION BY RANGE (a) (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN MAXVALUE)",
            "ALTER TABLE t ENGINE=InnoDB ROW_FORMAT=DYNAMIC, CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
            "CREATE TABLE t (id SERIAL, a TIME DEFAULT '01:02', CONSTRAINT c CHECK ((a > 0) and (b in (1,2)))) ENGINE=InnoDB",
            "CREATE TABLE t SELECT * FROM (SELECT 1 UNION SELECT 2) x",
            "RENAME TABLE a TO b, c.d TO c.e;",
            "DROP TABLE IF EXISTS t -- gone",
            "CREATE UNIQUE INDEX i ON t (a, (b + 1)) USING BTREE");
    private static final List<String> PIECES = List.of(
            "(",
            ")",
            ",",
            ";",
            "'",
            "\"",
            "`",
            "/*",
            "*/",
            "/*!",
            "/*!80000",
            "--",
            "#",
            ".",
            "=",
            "-",
            "\\",
            "\0",
            "@",
            "?",
            "ä",
            "😀",
            "\uD83D",
            "0x",
            "x'1'",
            "1e999",
            "99999999999999999999",
            "NULL",
            "NOT",
            "IF",
            "EXISTS",
            "DEFAULT",
            "SELECT",
            "CASE",
            "WHEN",
            "END",
            "INTERVAL",
            "BINARY",
            "TABLE",
            "PARTITION",
            "ADD",
            "DROP",
            "MODIFY",
            "CHANGE",
            "RENAME",
            "TO",
            "COLUMN",
            "KEY",
            "PRIMARY",
            "POINT",
            "JSON",
            "INT",
            "ENUM('a')",
            "AS",
            "STORED",
            "now()",
            "AUTO_INCREMENT");

    @Test
    void mutatedStatementsGiveAResult() {
        long seed = seed();
        Random random = new Random(seed);
        int understood = 0;
        for (int i = 0; i < TEXTS; i++) {
            String sql = mutated(random);
            understood += check(sql, seed) ? 1 : 0;
        }
        // Otherwise the mutations say little.
        assertThat(understood).isBetween(TEXTS / 50, TEXTS);
    }

    @Test
    void garbageGivesAResult() {
        long seed = seed();
        Random random = new Random(seed);
        for (int i = 0; i < TEXTS; i++) {
            StringBuilder sql = new StringBuilder(random.nextBoolean() ? "ALTER TABLE t " : "");
            int length = random.nextInt(40);
            for (int j = 0; j < length; j++) {
                sql.append(
                        random.nextInt(3) == 0
                                ? Character.toString(random.nextInt(0x300))
                                : PIECES.get(random.nextInt(PIECES.size())) + " ");
            }
            check(sql.toString(), seed);
        }
    }

    /** What the grammar learns is shared, and forgotten now and then. */
    @Test
    void manyAtOnceReadTheSame() {
        List<String> alone = VALID.stream().map(Shown::statement).toList();
        long seed = seed();
        IntStream.range(0, 8).parallel().forEach(thread -> {
            Random random = new Random(seed + thread);
            for (int i = 0; i < 300; i++) {
                check(mutated(random), seed);
                int at = random.nextInt(VALID.size());
                assertThat(Shown.statement(VALID.get(at))).isEqualTo(alone.get(at));
            }
        });
    }

    private static long seed() {
        long seed = Long.getLong("ams.test.seed", System.nanoTime());
        System.out.println("MySqlFuzzTest: -Dams.test.seed=" + seed);
        return seed;
    }

    /** One to six pieces of a statement left out, put elsewhere, doubled or replaced. */
    private static String mutated(Random random) {
        List<String> words =
                new ArrayList<>(List.of(VALID.get(random.nextInt(VALID.size())).split("(?<=\\W)|(?=\\W)", -1)));
        int mutations = random.nextInt(6);
        for (int i = 0; i < mutations && !words.isEmpty(); i++) {
            int at = random.nextInt(words.size());
            switch (random.nextInt(4)) {
                case 0 -> words.remove(at);
                case 1 -> words.add(at, " " + PIECES.get(random.nextInt(PIECES.size())) + " ");
                case 2 -> words.set(at, words.get(random.nextInt(words.size())));
                default -> {
                    List<String> some =
                            List.copyOf(words.subList(at, Math.min(words.size(), at + 1 + random.nextInt(8))));
                    int times = 1 + random.nextInt(10);
                    for (int j = 0; j < times; j++) {
                        words.addAll(at, some);
                    }
                }
            }
        }
        return String.join("", words);
    }

    private static boolean check(String sql, long seed) {
        try {
            MySqlResult result = MySqlDdl.parse(sql);
            if (result instanceof MySqlResult.Parsed parsed) {
                // Fails on what is empty.
                assertThat(Shown.result(result)).isNotEmpty();
                if (parsed.statement() instanceof MySqlStatement.AlterTable alter) {
                    assertThat(alter.changes()).isNotEmpty().doesNotContain(SchemaChange.getDefaultInstance());
                }
                return true;
            }
            assertThat(((MySqlResult.Refused) result).reason())
                    .contains(": ", "; ")
                    .hasSizeLessThan(600);
            return false;
        } catch (RuntimeException | AssertionError | StackOverflowError e) {
            throw new AssertionError("seed " + seed + ", text: " + sql, e);
        }
    }
}
