package io.ams.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.ams.proto.TargetShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever asks for the fields of a name is shown them all, in their order, whatever was done to them before. */
class FieldIndexTest {
    /** So many that most are one field's, and so few that some are several fields'. */
    private static final List<String> NAMES = IntStream.range(0, 400)
            .mapToObj(i -> (i % 2 == 0 ? "c" : "C") + i / 2)
            .toList();

    private static final int STEPS = 2_000;

    private final TargetDraft target = TargetDraft.of(TargetShape.getDefaultInstance());

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void everyFieldThatAnswersIsShown(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int step = 0; step < STEPS; step++) {
            change(random);
            TargetNode outer = outer(random);
            String name = asked(random, outer);
            List<TargetNode> shown = target.answering(outer, name).stream()
                    .filter(field -> field.answersTo(name))
                    .toList();
            List<TargetNode> all = target.inside(outer).stream()
                    .filter(field -> field.answersTo(name))
                    .toList();
            assertThat(shown).as("seed %s, step %s", seed, step).isEqualTo(all);
            assertThat(target.named(outer, name))
                    .isEqualTo(all.stream()
                            .filter(field -> NameKeys.same(field.name(), name))
                            .findFirst());
        }
        assertThat(target.fields()).isNotEmpty();
    }

    /** Mostly a name that somebody answers to. */
    private String asked(SplittableRandom random, @Nullable TargetNode outer) {
        List<String> answered = target.inside(outer).stream()
                .flatMap(field -> field.answeredNames().stream())
                .toList();
        return answered.isEmpty() || random.nextInt(4) == 0
                ? NAMES.get(random.nextInt(NAMES.size()))
                : answered.get(random.nextInt(answered.size()));
    }

    private @Nullable TargetNode outer(SplittableRandom random) {
        List<TargetNode> structs = new ArrayList<>(target.fields().stream()
                .filter(field -> field.type().kind() == ColumnType.Kind.STRUCT)
                .toList());
        structs.add(null);
        return structs.get(random.nextInt(structs.size()));
    }

    private void change(SplittableRandom random) {
        TargetNode outer = outer(random);
        List<TargetNode> level = target.inside(outer);
        String name = NAMES.get(random.nextInt(NAMES.size()));
        if (level.size() < 3 || (level.size() < 12 && random.nextInt(4) == 0)) {
            boolean struct = outer == null && random.nextInt(4) == 0;
            target.add(outer, name, ColumnType.of(struct ? ColumnType.Kind.STRUCT : ColumnType.Kind.INT));
            return;
        }
        TargetNode field = level.get(random.nextInt(level.size()));
        target.touch(field);
        switch (random.nextInt(5)) {
            case 0 -> field.rename(name);
            case 1 -> field.want(name, 1);
            case 2 -> field.bind(name, Optional.empty());
            case 3 -> field.release(name, Optional.empty());
            default -> {
                target.remove(field);
                return;
            }
        }
        target.touch(field);
    }
}
