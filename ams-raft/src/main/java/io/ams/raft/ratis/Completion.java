package io.ams.raft.ratis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What follows a stage that nobody else waits for. */
final class Completion {
    private static final Logger LOG = LoggerFactory.getLogger(Completion.class);

    private Completion() {}

    /** Runs the follow-up with the value or the failure. A surprise in it is logged: there is nobody to throw it to. */
    static <T> void then(CompletionStage<T> stage, BiConsumer<@Nullable T, @Nullable Throwable> followUp) {
        var unused = stage.whenComplete((value, failure) -> {
            try {
                followUp.accept(value, unwrap(failure));
            } catch (RuntimeException surprise) {
                LOG.error("a follow-up failed", surprise);
            }
        });
    }

    /** What is begun, or its failure to begin: a surprise on the way is one failure of many there. */
    static <T> CompletableFuture<T> attempt(Supplier<CompletableFuture<T>> way) {
        try {
            return way.get();
        } catch (RuntimeException surprise) {
            return CompletableFuture.failedFuture(surprise);
        }
    }

    /** What is begun after so long, on a thread of the common pool. */
    static <T> CompletionStage<T> later(long millis, Supplier<CompletionStage<T>> way) {
        return CompletableFuture.supplyAsync(way, CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS))
                .thenCompose(begun -> begun);
    }

    /** The failure itself, without the wrapping that stages put around it. */
    static @Nullable Throwable unwrap(@Nullable Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
