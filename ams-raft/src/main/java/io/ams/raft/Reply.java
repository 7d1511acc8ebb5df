package io.ams.raft;

import io.ams.op.ErrorCode;
import java.util.function.Function;

/**
 * What became of a submitted command. Never null, never an exception: a refusal is a value, and so is "unknown".
 *
 * @param <R> the answer when accepted
 */
public sealed interface Reply<R> {
    /**
     * Applied.
     *
     * @param index log index of the entry that applied it
     * @param replayed the answer is that of an earlier submission under the same key
     */
    record Accepted<R>(R result, long index, boolean replayed) implements Reply<R> {
        @Override
        public <T> T fold(Function<Accepted<R>, T> onAccepted, Function<Failed<R>, T> onFailed) {
            return onAccepted.apply(this);
        }
    }

    /**
     * Not applied; or, with {@link ErrorCode#OUTCOME_UNKNOWN}, perhaps.
     *
     * @param index log index of the entry that refused it, 0 if it never reached the log
     */
    record Failed<R>(ErrorCode code, String detail, long index) implements Reply<R> {
        @Override
        public <T> T fold(Function<Accepted<R>, T> onAccepted, Function<Failed<R>, T> onFailed) {
            return onFailed.apply(this);
        }
    }

    static <R> Reply<R> failed(ErrorCode code, String detail) {
        return new Failed<>(code, detail, 0);
    }

    /** One value of both cases. */
    <T> T fold(Function<Accepted<R>, T> onAccepted, Function<Failed<R>, T> onFailed);

    /**
     * The answer.
     *
     * @throws AmsException if the command failed
     */
    default R orThrow() {
        return fold(Accepted::result, failed -> {
            throw new AmsException(failed.code(), failed.detail());
        });
    }

    default boolean isAccepted() {
        return fold(accepted -> true, failed -> false);
    }

    /** Whether it failed with this code. */
    default boolean failedWith(ErrorCode code) {
        return fold(accepted -> false, failed -> failed.code() == code);
    }
}
