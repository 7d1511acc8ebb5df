package io.ams.iceberg.catalog;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Work that moves a table's pointer in a way of its own, alone while it lasts. */
record Turn<T>(Supplier<CompletionStage<T>> work, CompletableFuture<T> answer) implements Waiting {
    /** Begins the work. The stage completes normally when it is over, however it ended. */
    CompletionStage<Boolean> take() {
        try {
            return work.get().handle((value, failure) -> {
                if (failure == null) {
                    answer.complete(value);
                } else {
                    answer.completeExceptionally(failure);
                }
                return true;
            });
        } catch (RuntimeException e) {
            answer.completeExceptionally(e);
            return CompletableFuture.completedFuture(true);
        }
    }
}
