package io.ams.testkit;

import java.util.List;
import java.util.SplittableRandom;

/** Chances and choices of one seeded random source: the same seed, and the same questions, the same answers. Not for several threads. */
public class Dice {
    private final SplittableRandom random;

    public Dice(SplittableRandom random) {
        this.random = random;
    }

    /** True so many times in a hundred. */
    public final boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    /** From 0 up to and without the bound. */
    public final int below(int bound) {
        return random.nextInt(bound);
    }

    public final <T> T of(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** The source itself, for what is asked of it only once. */
    protected final SplittableRandom random() {
        return random;
    }
}
