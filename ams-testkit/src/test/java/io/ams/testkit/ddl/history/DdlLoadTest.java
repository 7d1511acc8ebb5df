package io.ams.testkit.ddl.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.ams.op.ErrorCode;
import io.ams.proto.DdlMode;
import io.ams.testkit.ddl.history.GroupSeen.Depth;
import io.ams.testkit.ddl.model.DdlReferenceModel;
import io.ams.testkit.ddl.model.ModelAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Shards at work on a group that is only a model: whatever calls come to, the checker finds the order, and notices a slip. */
class DdlLoadTest {
    private static final int ANNOUNCEMENTS = 300;
    private static final List<Depth> DEPTHS = List.of(Depth.GLANCE, Depth.BINDINGS, Depth.ROWS);

    /** Nodes that carry out commands on one model at once, and now and then do not answer, or carry out something late. */
    private static final class ModelDoor implements DdlDoor {
        private final DdlReferenceModel model;
        private final SplittableRandom random;
        private final Map<String, DdlAnswer> kept = new HashMap<>();
        private final List<Runnable> late = new ArrayList<>();

        /** The answer to so many calls is not what was decided. */
        private int slips;

        ModelDoor(DdlReferenceModel model, long seed, int slips) {
            this.model = model;
            this.random = new SplittableRandom(seed);
            this.slips = slips;
        }

        @Override
        public int nodes() {
            return 3;
        }

        @Override
        public synchronized DdlAnswer call(int node, Message command, String key) {
            int fate = random.nextInt(100);
            if (fate < 3) {
                return new DdlAnswer.NotNow();
            } else if (fate < 5) {
                late.add(() -> carryOut(command, key));
                return new DdlAnswer.Unknown();
            } else if (fate < 7 && !late.isEmpty()) {
                late.remove(0).run();
            }
            DdlAnswer answer = carryOut(command, key);
            return fate < 90 ? answer : fate < 92 ? new DdlAnswer.Unknown() : slipped(answer);
        }

        private DdlAnswer slipped(DdlAnswer answer) {
            if (answer instanceof DdlAnswer.Said said && said.said().said().startsWith("APPLIED ") && slips > 0) {
                slips--;
                ModelAnswer right = said.said();
                return new DdlAnswer.Said(
                        new ModelAnswer(right.said() + " !LOSSY", right.repeated(), right.version()),
                        said.seq(),
                        Optional.empty());
            }
            return answer;
        }

        private DdlAnswer carryOut(Message command, String key) {
            DdlAnswer before = kept.get(key);
            if (before != null) {
                return before;
            }
            ModelAnswer answer = model.apply(command);
            if (answer.said().startsWith("refused ")) {
                return new DdlAnswer.Refused(ErrorCode.valueOf(answer.said().substring("refused ".length())));
            }
            DdlAnswer said = new DdlAnswer.Said(answer, 0, Optional.empty());
            if (!key.isEmpty()) {
                kept.put(key, said);
            }
            return said;
        }

        @Override
        public synchronized Optional<GroupSeen> look(int node, String group) {
            return Optional.of(GroupSeen.of(DEPTHS.get(node), model.picture()));
        }

        @Override
        public void await(int node, String group, String shard, long seq) {
            // Everything is decided at once, or waits for others.
        }
    }

    private static Optional<String> run(DdlMode mode, int slips) {
        long seed = System.nanoTime();
        ModelDoor door = new ModelDoor(new DdlReferenceModel(mode, false, 2), seed, slips);
        try (DdlLoad load = DdlLoad.start(door, "g", mode, 2, seed, ANNOUNCEMENTS)) {
            load.await(Duration.ofMinutes(1));
            load.lookEverywhere();
            System.out.println("load on a model, " + mode + ", seed " + seed + ": "
                    + load.history().counts());
            return load.history().disagreement();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DdlMode.class,
            names = {"OPTIMISTIC", "PESSIMISTIC", "STRICT_OPTIMISTIC"})
    void whateverCallsComeToTheOrderIsFound(DdlMode mode) {
        assertThat(run(mode, 0)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = DdlMode.class,
            names = {"OPTIMISTIC", "PESSIMISTIC", "STRICT_OPTIMISTIC"})
    void oneSlipIsNoticed(DdlMode mode) {
        assertThat(run(mode, 1)).isPresent();
    }
}
