package io.ams.raft.ratis;

import io.ams.apply.Applier;
import io.ams.op.Operations;
import io.ams.proto.Batch;
import io.ams.proto.BatchOutcome;
import io.ams.proto.Entry;
import io.ams.proto.EntryHeader;
import io.ams.proto.EntryOutcome;
import io.ams.store.MemoryStore;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A log with a real state machine at its end and everything that may go wrong before: entries that are lost, entries that are
 * applied though the proposer hears of a failure, entries that are applied twice or long after. What leads changes all the time.
 */
final class UnreliableLog implements LogAccess, AutoCloseable {
    private static final long TERM = 1;

    final MemoryStore store = new MemoryStore();
    private final Applier applier = new Applier(store, new Operations(), List.of());
    private final Random random;
    private final ExecutorService threads = Executors.newFixedThreadPool(2);
    private final Deque<Entry> stray = new ArrayDeque<>();
    private boolean leads = true;
    private boolean wellBehaved;
    private long index;
    private int failures;

    UnreliableLog(long seed) {
        random = new Random(seed);
    }

    synchronized int failures() {
        return failures;
    }

    /** From now on nothing goes wrong any more. */
    synchronized void behave() {
        wellBehaved = true;
        leads = true;
    }

    @Override
    public synchronized boolean leads() {
        if (!wellBehaved && random.nextInt(20) == 0) {
            leads = !leads;
        }
        return leads;
    }

    @Override
    public boolean knowsLeader() {
        return true;
    }

    @Override
    public CompletableFuture<Proposed> propose(Entry entry) {
        CompletableFuture<Proposed> answer = new CompletableFuture<>();
        threads.execute(() -> decide(entry, answer));
        return answer;
    }

    @Override
    public CompletableFuture<BatchOutcome> forward(Batch batch) {
        Entry entry = Entry.newBuilder()
                .setHeader(EntryHeader.newBuilder().setTimeMillis(1).setFormatVersion(Applier.FORMAT_VERSION))
                .addBatches(batch)
                .build();
        return propose(entry).thenApply(proposed -> proposed.outcome().getBatches(0));
    }

    /** The answer is given without the lock: what follows it may ask who leads. */
    private void decide(Entry entry, CompletableFuture<Proposed> answer) {
        Runnable answering = decideLocked(entry, answer);
        answering.run();
    }

    private synchronized Runnable decideLocked(Entry entry, CompletableFuture<Proposed> answer) {
        int chance = wellBehaved ? 99 : random.nextInt(100);
        if (!stray.isEmpty() && random.nextInt(3) == 0) {
            apply(stray.remove());
        }
        if (chance < 15) {
            return failing(answer, new NotProposedException("lost before the log"));
        } else if (chance < 25) {
            return failing(answer, new IOException("lost, perhaps in the log"));
        } else if (chance < 40) {
            apply(entry);
            return failing(answer, new IOException("applied, and the answer is lost"));
        } else if (chance < 50) {
            stray.add(entry);
            return failing(answer, new IOException("to be applied some time later"));
        }
        Proposed first = apply(entry);
        if (chance < 65) {
            stray.add(entry); // once more, some time
        }
        Proposed answered = chance < 75 ? apply(entry) : first;
        return () -> answer.complete(answered);
    }

    private Runnable failing(CompletableFuture<Proposed> answer, Exception how) {
        failures++;
        return () -> answer.completeExceptionally(how);
    }

    private Proposed apply(Entry entry) {
        EntryOutcome outcome = applier.apply(entry.toByteString().asReadOnlyByteBuffer(), TERM, ++index);
        return new Proposed(index, outcome);
    }

    /** Everything that is still somewhere is applied; then nothing is. */
    synchronized void applyStray() {
        while (!stray.isEmpty()) {
            apply(stray.remove());
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
