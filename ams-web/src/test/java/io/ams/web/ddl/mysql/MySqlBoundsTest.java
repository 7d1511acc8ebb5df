package io.ams.web.ddl.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No text takes more than a bounded time or stack. */
class MySqlBoundsTest {
    private static final Duration PLENTY = Duration.ofSeconds(20);

    @Test
    void aLongTextIsRefusedUnread() {
        String longest = "ALTER TABLE t ADD c INT COMMENT '" + "x".repeat(64 * 1024 - 34) + "'";
        assertThat(longest).hasSize(64 * 1024);
        assertThat(Shown.statement(longest)).startsWith("+c:int //xxx");
        assertThat(Shown.statement(longest + " ")).startsWith("refused: the text: it has more than 65536 characters");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ALTER TABLE t ADD a INT DEFAULT (REPEATED1)          | '('            | parentheses are nested
            ALTER TABLE t ADD a INT DEFAULT (REPEATED1)          | 'f('           | parentheses are nested
            ALTER TABLE t ADD a INT DEFAULT (REPEATED1)          | '(select '     | parentheses are nested
            CREATE TABLE t REPEATED select 1                     | '('            | parentheses are nested
            ALTER TABLE t ADD a INT DEFAULT (REPEATED1)          | '- '           | nested too deeply
            ALTER TABLE t ADD a INT DEFAULT (REPEATED1)          | 'not '         | nested too deeply
            ALTER TABLE t ADD a INT DEFAULT (REPEATED1)          | '~'            | nested too deeply
            ALTER TABLE t ADD a INT DEFAULT (REPEATED1)          | 'binary '      | nested too deeply
            ALTER TABLE t ADD a INT DEFAULT (REPEATED1)          | 'case 1 when ' | nested too deeply
            ALTER TABLE t ADD a INT DEFAULT (REPEATED1)          | 'interval '    | nested too deeply
            ALTER TABLE t ADD a INT DEFAULT (REPEATED1)          | '{d '          | nested too deeply
            """)
    void deepNestingIsRefused(String sql, String repeated, String why) {
        for (int times : new int[] {500, 5000}) {
            assertThat(timed(sql.replace("REPEATED", repeated.repeat(times)))).contains(why);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ALTER TABLE t REPEATEDADD b INT                 | 'ADD INDEX (a), '   | +b:int
            ALTER TABLE t ADD b INT DEFAULT (REPEATED1)     | '1 + '              | +b:int=computed
            ALTER TABLE t ADD b VARCHAR(9) DEFAULT REPEATED | '"" '               | +b:string=''
            ALTER TABLE t REPEATED                          | 'comment "" '       | ~comment ""
            ALTER TABLE t ADD b ENUM(REPEATED'b')           | '"a",'              | +b:string
            ALTER TABLE t ADD CHECK (REPEATED1)             | 'a in (1,(2)) or '  | ~ADD CHECK
            """)
    void lengthAloneIsNoReason(String sql, String repeated, String result) {
        int times = (64 * 1024 - sql.length()) / repeated.length() / 2;
        assertThat(timed(sql.replace("REPEATED", repeated.repeat(times)))).contains(result);
    }

    /** What a person may well write. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            (                   | 1 | )
            json_extract(       | a | ,'$')
            '(a > 0 and '       | b | )
            """)
    void someNestingIsUnderstood(String opening, String inner, String closing) {
        String expression = opening.repeat(20) + inner + closing.repeat(20);
        assertThat(timed("ALTER TABLE t ADD CONSTRAINT c CHECK (" + expression + ")"))
                .startsWith("~ADD CONSTRAINT c CHECK");
        assertThat(timed("ALTER TABLE t ADD a INT AS (" + expression + ") STORED"))
                .isEqualTo("+a:int=generated was=generated");
    }

    /** Calls are where the grammar of MySQL is ambiguous: a parser that must look far ahead thousands of times gives up. */
    @Test
    void manyCallsAreUnderstoodAndVeryManyAreRefused() {
        assertThat(timed("ALTER TABLE t ADD CHECK (" + "f(g(h(1))) and ".repeat(100) + "1)"))
                .startsWith("~ADD CHECK");
        assertThat(timed("ALTER TABLE t ADD CHECK (" + "f(g(h(1))) and ".repeat(4000) + "1)"))
                .contains("it can be read in too many ways");
    }

    /** Half of what a thread usually has is left to those who call. */
    @ParameterizedTest
    @ValueSource(strings = {"- ", "not ", "(", "f(", "case 1 when ", "{d "})
    void halfOfAUsualStackIsEnough(String repeated) throws InterruptedException {
        AtomicReference<String> result = new AtomicReference<>("");
        Runnable deepest = () -> {
            for (int times = 1; times < 500; times += 10) {
                result.set(Shown.changes("ADD a INT DEFAULT (" + repeated.repeat(times) + "1"));
            }
        };
        Thread small = new Thread(null, deepest, "small-stack", 512 * 1024);
        small.start();
        small.join();
        assertThat(result.get()).startsWith("refused: the statement: ").contains("nested");
    }

    private static String timed(String sql) {
        long start = System.nanoTime();
        String result = Shown.statement(sql);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PLENTY);
        return result;
    }
}
