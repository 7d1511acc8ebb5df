package io.ams.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.apply.Applier;
import io.ams.op.ErrorCode;
import io.ams.op.Operations;
import io.ams.proto.Outcome;
import io.ams.store.MemoryStore;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReferenceModelTest {
    private static final int LENGTH = 1_500;

    static LongStream seeds() {
        return LongStream.range(1, 13);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void theRulesAndTheirSecondReadingAgreeOnEveryCommand(long seed) {
        List<Timed> history = history(seed);
        MemoryStore store = new MemoryStore();
        Applier applier = new Applier(store, new Operations(), List.of());
        ReferenceModel model = new ReferenceModel();
        for (int i = 0; i < history.size(); i++) {
            Optional<ErrorCode> said = code(LogCut.of(history.subList(i, i + 1), 1, 1)
                    .renumbered(i + 1L)
                    .applyTo(applier, i + 1)
                    .get(0));
            assertThat(said).as("command %s: %s", i, history.get(i)).isEqualTo(model.apply(history.get(i)));
            if (i % 50 == 0 || i == history.size() - 1) {
                assertThat(ReferenceModel.pictureOf(store.live()))
                        .as("after %s commands", i + 1)
                        .isEqualTo(model.picture());
            }
        }
    }

    @Test
    void theHistoriesReachTheInterestingRefusals() {
        Set<ErrorCode> reached = EnumSet.noneOf(ErrorCode.class);
        seeds().forEach(seed -> {
            MemoryStore store = new MemoryStore();
            LogCut.of(history(seed), 10, 1)
                    .applyTo(new Applier(store, new Operations(), List.of()), 1)
                    .forEach(outcome -> code(outcome).ifPresent(reached::add));
        });

        assertThat(reached)
                .contains(
                        ErrorCode.STALE_EPOCH,
                        ErrorCode.NODE_NOT_ACTIVE,
                        ErrorCode.NODE_ID_TAKEN,
                        ErrorCode.NAMESPACE_NOT_EMPTY,
                        ErrorCode.TABLE_EXISTS,
                        ErrorCode.LOCATION_TAKEN,
                        ErrorCode.LOCATION_OUTSIDE_WAREHOUSE,
                        ErrorCode.COMMIT_CONFLICT,
                        ErrorCode.PROCESS_EXISTS,
                        ErrorCode.PROCESS_UNFINISHED,
                        ErrorCode.TASK_ATTEMPT_STALE,
                        ErrorCode.TASK_NOT_FOUND,
                        ErrorCode.WORKER_NOT_FOUND,
                        ErrorCode.VERSION_MISMATCH);
    }

    private static List<Timed> history(long seed) {
        return HistoryGenerator.plain(seed, ReferenceModel.OPERATIONS::contains).history(LENGTH);
    }

    private static Optional<ErrorCode> code(Outcome outcome) {
        return outcome.hasRefused() ? ErrorCode.ofWireId(outcome.getRefused().getCode()) : Optional.empty();
    }
}
