package io.ams.web.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OutageTest {
    private static final long BEGIN = 10_000_000;
    private static final long END = 100_000_000;

    @Test
    void theLongestTimeWithoutAnAnswerCounts() {
        List<Long> answers = List.of(30_000_000L, 12_000_000L, 75_000_000L, 90_000_000L);

        assertThat(Outage.longestGapMillis(answers, BEGIN, END)).isEqualTo(45.0);
    }

    @Test
    void soDoesTheTimeToTheFirstAnswerAndFromTheLast() {
        assertThat(Outage.longestGapMillis(List.of(80_000_000L), BEGIN, END)).isEqualTo(70.0);
        assertThat(Outage.longestGapMillis(List.of(20_000_000L), BEGIN, END)).isEqualTo(80.0);
    }

    @Test
    void answersOutsideDoNotCount() {
        assertThat(Outage.longestGapMillis(List.of(1L, BEGIN, END, END + 1), BEGIN, END))
                .isEqualTo(90.0);
        assertThat(Outage.longestGapMillis(List.of(), BEGIN, END)).isEqualTo(90.0);
    }
}
