package io.ams.testkit.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.op.ErrorCode;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is done to a group in whatever order, its rows go together, and everything that waits can be ended. */
class RandomGroupTest {
    private static final int STEPS = 2_000;
    private static final int FEWER_STEPS = 600;

    static LongStream seeds() {
        return LongStream.range(1, 6);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void everythingGoesTogetherAfterEveryCommand(long seed) {
        new RandomGroup(seed).run(STEPS);
    }

    @Test
    void theHistoriesMeetTheRefusals() {
        Set<ErrorCode> met = EnumSet.noneOf(ErrorCode.class);
        for (long seed = 11; seed <= 12; seed++) {
            RandomGroup group = new RandomGroup(seed);
            group.run(FEWER_STEPS);
            met.addAll(group.refusals().keySet());
        }

        assertThat(met)
                .contains(
                        ErrorCode.DDL_JOIN_CONFLICT,
                        ErrorCode.DDL_SEQ_GAP,
                        ErrorCode.DDL_SEQ_MISMATCH,
                        ErrorCode.DDL_SEQ_ACKNOWLEDGED,
                        ErrorCode.DDL_CHANGE_INVALID,
                        ErrorCode.DDL_VERB_REFUSED,
                        ErrorCode.DDL_PENDING);
    }
}
