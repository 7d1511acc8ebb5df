package io.ams.testkit.history;

import static org.assertj.core.api.Assertions.assertThatCode;

import com.google.protobuf.MessageLite;
import io.ams.apply.Applier;
import io.ams.op.Operation;
import io.ams.op.Operations;
import io.ams.proto.Command;
import io.ams.state.LogPosition;
import io.ams.state.View;
import io.ams.store.MemoryStore;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a rule throws stops every node at once: whatever a command holds, the answer is a decision. */
class StrangeCommandsTest {
    private static final int LENGTH = 700;
    private static final int VARIANTS = 6;
    private static final long FAR_INDEX = 1_000_000;
    private static final long FAR_TIME = 1_800_000_000_000L;

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {31, 32, 33, 34, 35, 36})
    void noCommandMakesARuleThrow(long seed) {
        HistoryGenerator generator = seed % 2 == 0
                ? HistoryGenerator.ofAll(seed)
                : HistoryGenerator.plain(seed, StrangeCommandsTest::isAboutShards);
        List<Timed> history = generator.history(LENGTH);
        SplittableRandom random = new SplittableRandom(seed);
        MemoryStore store = new MemoryStore();
        Applier applier = new Applier(store, new Operations(), List.of());
        for (int i = 0; i < history.size(); i++) {
            Timed timed = history.get(i);
            for (int variant = 0; variant < VARIANTS; variant++) {
                Command strange = StrangeMessages.of(random, timed.command());
                assertThatCode(() -> decide(store.live(), new Operations().of(strange), strange))
                        .as("seed %s, after %s commands: %s", seed, i, strange)
                        .doesNotThrowAnyException();
            }
            boolean spoil = random.nextInt(8) == 0;
            Command command = spoil ? StrangeMessages.of(random, timed.command()) : timed.command();
            assertThatCode(() -> apply(applier, new Timed(timed.timeMillis(), command), store))
                    .as("seed %s, after %s commands: %s", seed, i, command)
                    .doesNotThrowAnyException();
        }
    }

    /** Shards have the largest commands, and the most ways to be wrong. */
    private static boolean isAboutShards(Operation<?, ?> operation) {
        String name = operation.name();
        return name.startsWith("Ddl") || name.equals("TableCommit") || name.endsWith("Create");
    }

    private static <C extends MessageLite> void decide(View view, Operation<C, ?> operation, Command command) {
        LogPosition at = new LogPosition(HistoryGenerator.TERM, FAR_INDEX, FAR_TIME);
        operation.decide(view, at, operation.bodyOf(command));
    }

    private static void apply(Applier applier, Timed command, MemoryStore store) {
        long index = store.applied().index() + 1;
        LogCut.single(command, index).applyTo(applier, index);
    }
}
