package io.ams.web.cli;

import java.time.Duration;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Asks again and again until an answer is as hoped for. */
final class Waiting {
    private static final long STEP_MILLIS = 250;

    private final Duration bound;
    private final Function<String, CliException> tooLate;

    /** Waits this long; {@code what} is said if it does not come in time. */
    Waiting(Duration bound, String what) {
        this.bound = bound;
        this.tooLate = last ->
                new CliException(CliExit.NOT_IN_TIME, what + " after " + bound.toSeconds() + " s; last seen: " + last);
    }

    /** The first answer that is good. Throws with {@link CliExit#NOT_IN_TIME} when the bound has passed. */
    <T> T until(Supplier<T> question, Predicate<T> good, Function<T, String> shown) {
        long deadline = System.nanoTime() + bound.toNanos();
        while (true) {
            T answer = question.get();
            if (good.test(answer)) {
                return answer;
            }
            if (System.nanoTime() >= deadline) {
                throw tooLate.apply(shown.apply(answer));
            }
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(STEP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CliException(CliExit.NOT_IN_TIME, "interrupted");
        }
    }
}
