package io.ams.web.ddl.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Statements other than ALTER TABLE. */
class MySqlStatementsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            RENAME TABLE a TO b                        | rename a>b
            RENAME TABLES a TO b, d.c TO e.c           | rename a>b, d.c>e.c
            DROP TABLE t                               | drop t
            DROP TABLE IF EXISTS d.t CASCADE           | drop d.t?
            TRUNCATE TABLE t                           | truncate
            TRUNCATE d.t                               | d.t: truncate
            CREATE INDEX i ON t (a)                    | ~CREATE INDEX i ON t (a)
            CREATE UNIQUE INDEX i ON d.t (a) LOCK=NONE | d.t: ~CREATE UNIQUE INDEX i ON d.t (a) LOCK=NONE
            CREATE FULLTEXT INDEX i ON t (a)           | ~CREATE FULLTEXT INDEX i ON t (a)
            DROP INDEX i ON t ALGORITHM=INPLACE        | ~DROP INDEX i ON t ALGORITHM=INPLACE
            DROP INDEX `PRIMARY` ON t                  | key()
            """)
    void everyOtherKind(String sql, String result) {
        assertThat(Shown.statement(sql)).isEqualTo(result);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            (a INT)                                      | a:int key()
            (a INT NOT NULL DEFAULT 5, b DATETIME DEFAULT now()) | a:int!='5' b:timestamp=computed key()
            (Id INT, b INT, PRIMARY KEY (b, id))         | Id:int! b:int! key(b,Id)
            (a INT PRIMARY KEY, b INT)                   | a:int! b:int key(a)
            (a SERIAL, KEY (a))                          | a:decimal(20,0)! key()
            (a INT, b INT AS (a) VIRTUAL, c INT AS (a) STORED) | a:int c:int=generated key()
            (a INT CHECK (a > 0), CONSTRAINT c CHECK (a < 9), UNIQUE KEY u (a), FOREIGN KEY (a) REFERENCES p (i)) | a:int key()
            (a INT) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COMMENT='x' PARTITION BY HASH (a) PARTITIONS 4 | a:int key()
            (a INT) /*!50100 PARTITION BY KEY (a) */     | a:int key()
            """)
    void aNewTableIsAShardsSchema(String definition, String schema) {
        assertThat(Shown.statement("CREATE TABLE t " + definition)).isEqualTo("create t " + schema);
        assertThat(Shown.statement("CREATE TABLE IF NOT EXISTS d.t " + definition))
                .isEqualTo("create d.t? " + schema);
    }

    /** As SHOW CREATE TABLE prints it. */
    @Test
    void aTableAsMySqlPrintsIt() {
        String printed = """
                CREATE TABLE `orders` (
                  `id` bigint unsigned NOT NULL AUTO_INCREMENT COMMENT 'the order''s number',
                  `customer` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT '',
                  `amount` decimal(12,2) NOT NULL DEFAULT '0.00',
                  `state` enum('new','paid') NOT NULL,
                  `paid` tinyint(1) DEFAULT NULL,
                  `note` text,
                  `doc` json DEFAULT (_utf8mb4'{}'),
                  `total` double GENERATED ALWAYS AS ((`amount` * 1.2)) VIRTUAL,
                  `tag` varchar(10) DEFAULT (_utf8mb4'a\\'b'),
                  `created` timestamp NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
                  `raw` binary(2) DEFAULT '\\0\\0',
                  `flags` bit(3) DEFAULT b'101',
                  PRIMARY KEY (`id`),
                  UNIQUE KEY `u` (`customer`,`state`) USING BTREE,
                  KEY `k` ((lower(`customer`))),
                  CONSTRAINT `f` FOREIGN KEY (`customer`) REFERENCES `customers` (`id`) ON DELETE CASCADE,
                  CONSTRAINT `c` CHECK ((`amount` >= 0))
                ) ENGINE=InnoDB AUTO_INCREMENT=17 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci ROW_FORMAT=DYNAMIC
                /*!50100 PARTITION BY RANGE (`id`)
                (PARTITION p0 VALUES LESS THAN (100) ENGINE = InnoDB,
                 PARTITION p1 VALUES LESS THAN MAXVALUE ENGINE = InnoDB) */
                """;
        assertThat(Shown.statement(printed))
                .isEqualTo(
                        "create orders id:decimal(20,0)! customer:string!='' amount:decimal(12,2)!='0.00' state:string!"
                                + " paid:int note:string doc:string='{}' tag:string='a'b' created:timestamptz=computed"
                                + " raw:binary='0000' flags:binary='05' key(id)");
    }
}
