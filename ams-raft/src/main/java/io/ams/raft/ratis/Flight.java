package io.ams.raft.ratis;

import io.ams.apply.Applier;
import io.ams.proto.Batch;
import io.ams.proto.BatchOutcome;
import io.ams.proto.Entry;
import io.ams.proto.EntryHeader;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * What one turn of the write loop sends.
 *
 * @param own batches of this node
 * @param others batches that other nodes forwarded here; they come after the own in the entry
 * @param barriers readers that wait for the entry
 * @param toLeader to the leader, which is another node, and not to the log here
 */
record Flight(
        List<OutgoingBatch> own, List<Forwarded> others, List<CompletableFuture<Long>> barriers, boolean toLeader) {

    /** A batch of another node, and what it waits for. */
    record Forwarded(Batch batch, CompletableFuture<BatchOutcome> answer) {}

    static Flight toLeader(List<OutgoingBatch> own) {
        return new Flight(own, List.of(), List.of(), true);
    }

    /** The entry that carries the batches. */
    Entry toEntry(long timeMillis) {
        Entry.Builder entry = Entry.newBuilder()
                .setHeader(EntryHeader.newBuilder().setTimeMillis(timeMillis).setFormatVersion(Applier.FORMAT_VERSION));
        own.forEach(one -> entry.addBatches(one.batch()));
        others.forEach(one -> entry.addBatches(one.batch()));
        return entry.build();
    }

    int batches() {
        return own.size() + others.size();
    }
}
