package io.ams.iceberg.catalog;

import io.ams.iceberg.files.FileIOs;
import io.ams.raft.Consistency;
import io.ams.raft.Read;
import io.ams.raft.Reader;
import io.ams.raft.Submitter;
import io.ams.state.View;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * What the services of the catalog work with.
 *
 * @param blocking runs file access and the building of metadata; bounded, and never the threads of submitter and reader
 */
record CatalogCore(Submitter submitter, Reader reader, FileIOs files, MetadataCache cache, Executor blocking) {
    private static final long JITTER_MILLIS = 20;

    /** Runs work in a moment, of a length by chance: those who raced each other must not meet again. */
    Executor shortly() {
        long wait = ThreadLocalRandom.current().nextLong(JITTER_MILLIS);
        return CompletableFuture.delayedExecutor(wait, TimeUnit.MILLISECONDS, blocking);
    }

    /** Reads from the state. Whatever the function throws, the stage fails with: a caller that queues must hear of it. */
    <T> CompletionStage<Read<T>> read(Consistency consistency, Function<View, T> function) {
        try {
            return reader.read(consistency, function);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Reads what this node has now, on the caller's thread. Whatever the function throws, the stage fails with. */
    <T> CompletionStage<Read<T>> readHere(Function<View, T> function) {
        try {
            return CompletableFuture.completedFuture(reader.readLocal(function));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
