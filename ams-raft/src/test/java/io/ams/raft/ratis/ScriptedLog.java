package io.ams.raft.ratis;

import com.google.protobuf.ByteString;
import io.ams.proto.Batch;
import io.ams.proto.BatchOutcome;
import io.ams.proto.Command;
import io.ams.proto.Entry;
import io.ams.proto.EntryOutcome;
import io.ams.proto.Outcome;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A way to the log where the test gives each answer. An accepted command is answered with its own setting's key. */
final class ScriptedLog implements LogAccess {
    private static final long PATIENCE_SECONDS = 20;

    /** An entry on its way. */
    record Proposal(Entry entry, CompletableFuture<Proposed> answer) {
        void accept(long index) {
            EntryOutcome.Builder outcome = EntryOutcome.newBuilder();
            entry.getBatchesList().forEach(batch -> outcome.addBatches(accepted(batch, index)));
            answer.complete(new Proposed(index, outcome.build()));
        }

        void answer(long index, BatchOutcome only) {
            answer.complete(new Proposed(
                    index, EntryOutcome.newBuilder().addBatches(only).build()));
        }

        void answerWithoutOutcomes(long index) {
            answer.complete(new Proposed(index, EntryOutcome.getDefaultInstance()));
        }

        void failsBeforeTheLog() {
            answer.completeExceptionally(new NotProposedException("as the test wants"));
        }

        void failsPerhapsAfterTheLog() {
            answer.completeExceptionally(new java.io.IOException("as the test wants"));
        }

        Batch onlyBatch() {
            if (entry.getBatchesCount() != 1) {
                throw new AssertionError("not one batch but " + entry.getBatchesCount());
            }
            return entry.getBatches(0);
        }
    }

    /** A batch on its way to the leader. */
    record Forward(Batch batch, CompletableFuture<BatchOutcome> answer) {
        void accept(long index) {
            answer.complete(accepted(batch, index));
        }
    }

    private final BlockingQueue<Proposal> proposals = new LinkedBlockingQueue<>();
    private final BlockingQueue<Forward> forwards = new LinkedBlockingQueue<>();
    private final Semaphore looks = new Semaphore(0);
    private volatile boolean leads = true;
    private volatile boolean knowsLeader;
    private volatile @Nullable RuntimeException surprise;
    private @Nullable WriteLoop loop;

    /** The loop that uses this. */
    void watch(WriteLoop user) {
        loop = user;
    }

    static BatchOutcome accepted(Batch batch, long index) {
        BatchOutcome.Builder outcome = BatchOutcome.newBuilder();
        for (Command command : batch.getCommandsList()) {
            outcome.addOutcomes(Outcome.newBuilder()
                    .setIndex(index)
                    .setAccepted(ByteString.copyFromUtf8(command.getSettingPut().getKey())));
        }
        return outcome.build();
    }

    void leads(boolean now) {
        leads = now;
    }

    void knowsLeader(boolean now) {
        knowsLeader = now;
    }

    /** The next attempt throws this instead of returning a future. */
    void throwNext(RuntimeException what) {
        surprise = what;
    }

    /** Waits until the loop has looked at what there is, from now on, and has sent what it wants to send. */
    void letLook() {
        looks.drainPermits();
        awaitTurn();
        awaitTurn(); // the turn after: the first one is over
    }

    private void awaitTurn() {
        Objects.requireNonNull(loop, "watch a loop first").wake();
        try {
            if (!looks.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("the loop does not look any more");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    Proposal nextProposal() {
        return next(proposals);
    }

    /** The batch of the next entry, which surely does not reach the log. */
    Batch nextProposalThatFails() {
        Proposal proposal = nextProposal();
        proposal.failsBeforeTheLog();
        return proposal.onlyBatch();
    }

    Forward nextForward() {
        return next(forwards);
    }

    /** How many attempts wait for the test to take them. */
    int untaken() {
        return proposals.size() + forwards.size();
    }

    private <T> T next(BlockingQueue<T> queue) {
        try {
            T next = queue.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (next == null) {
                throw new AssertionError("nothing came");
            }
            looks.drainPermits();
            awaitTurn(); // the loop waits for the answer by now, on no thread of its own
            return next;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public boolean leads() {
        looks.release();
        return leads;
    }

    @Override
    public boolean knowsLeader() {
        return knowsLeader;
    }

    @Override
    public CompletableFuture<Proposed> propose(Entry entry) {
        throwIfWanted();
        Proposal proposal = new Proposal(entry, new CompletableFuture<>());
        proposals.add(proposal);
        return proposal.answer();
    }

    @Override
    public CompletableFuture<BatchOutcome> forward(Batch batch) {
        throwIfWanted();
        Forward forward = new Forward(batch, new CompletableFuture<>());
        forwards.add(forward);
        return forward.answer();
    }

    private void throwIfWanted() {
        RuntimeException wanted = surprise;
        if (wanted != null) {
            surprise = null;
            throw wanted;
        }
    }
}
