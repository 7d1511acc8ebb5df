package io.ams.ddl;

import java.util.function.Function;

/** A value, or why there is none. */
public sealed interface Checked<T> {
    /** The value. */
    record Valid<T>(T value) implements Checked<T> {}

    /** What is wrong, and what would be right; for people. */
    record Invalid<T>(String complaint) implements Checked<T> {}

    static <T> Checked<T> valid(T value) {
        return new Valid<>(value);
    }

    static <T> Checked<T> invalid(String complaint) {
        return new Invalid<>(complaint);
    }

    /** One of the two, whichever this is. */
    default <R> R fold(Function<T, R> ifValid, Function<String, R> ifInvalid) {
        if (this instanceof Valid<T> valid) {
            return ifValid.apply(valid.value());
        }
        return ifInvalid.apply(((Invalid<T>) this).complaint());
    }

    /** Goes on with the value, if there is one. */
    default <R> Checked<R> then(Function<T, Checked<R>> next) {
        return fold(next, Checked::invalid);
    }
}
