package io.ams.raft.ratis;

import io.ams.store.Applied;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/** Fetches a checkpoint of the state from another node. */
interface CheckpointDownload {
    /** A complete, checked and synced checkpoint in a directory of its own. Fails if it cannot be had. */
    CompletableFuture<Path> from(String raftAddress);

    /** Where a fetched checkpoint stands. */
    Applied position(Path checkpoint);
}
