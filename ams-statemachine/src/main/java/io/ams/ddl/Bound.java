package io.ams.ddl;

import java.util.Optional;

/**
 * A value between nothing and too much: bottom says nothing yet, top that two things were said that do not go together.
 *
 * @param what the value; empty for bottom and top
 * @param isTop whether it is top
 */
public record Bound<T>(Optional<T> what, boolean isTop) {
    /** Says nothing. */
    public static <T> Bound<T> bottom() {
        return new Bound<>(Optional.empty(), false);
    }

    /** Says two things at once. */
    public static <T> Bound<T> top() {
        return new Bound<>(Optional.empty(), true);
    }

    public static <T> Bound<T> of(T value) {
        return new Bound<>(Optional.of(value), false);
    }

    /** The least bound above both, where values join as {@code values} says, and to top if it says nothing. */
    Bound<T> join(Bound<T> other, Join<T> values) {
        if (isTop || other.isTop) {
            return top();
        }
        if (what.isEmpty()) {
            return other;
        }
        if (other.what.isEmpty()) {
            return this;
        }
        return values.join(what.get(), other.what.get()).map(Bound::of).orElseGet(Bound::top);
    }

    /** Joins two values, if something lies above both. */
    @FunctionalInterface
    interface Join<T> {
        /** The least value above both. */
        Optional<T> join(T left, T right);
    }
}
