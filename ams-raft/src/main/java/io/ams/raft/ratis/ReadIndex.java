package io.ams.raft.ratis;

import io.ams.raft.ratis.Leadership.Voter;
import io.ams.raft.ratis.Leadership.Voters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The index that a node must have applied before it answers a strict read, without an entry of its own in the log.
 *
 * <p>This is the read index of Raft (Ongaro, "Consensus: Bridging Theory and Practice", §6.4), with a question of its own in
 * place of a heartbeat: a majority of voters says that it still is in the term in which this node leads. Whoever led a later
 * term by then would have needed the vote of one of them. So all that was acknowledged before the read came is below the commit
 * index of this node. No clock takes part. While the voters change, the log itself is asked ({@code docs/adr/0006}). For any thread.
 */
final class ReadIndex {
    /** One who has not answered by then may be away: the others are asked too. */
    private static final long HEDGE_MILLIS = 10;

    private final Leadership leadership;
    private final Supplier<CompletableFuture<Long>> logBarrier;
    private final ScheduledExecutorService timer;
    /** When a voter last answered, counted in answers: who answers is asked first. */
    private final Map<String, Long> lastAnswers = new HashMap<>();

    private long answers;

    /**
     * @param logBarrier the index of an entry that is proposed after the call, once it is applied
     * @param timer for the hedge
     */
    ReadIndex(Leadership leadership, Supplier<CompletableFuture<Long>> logBarrier, ScheduledExecutorService timer) {
        this.leadership = leadership;
        this.logBarrier = logBarrier;
        this.timer = timer;
    }

    /**
     * The index to apply before answering whoever asked before this call.
     *
     * @param asker the node that asks, if it is not this one
     * @param askerTerm the term it was in when it asked
     */
    CompletableFuture<Long> confirm(@Nullable String asker, long askerTerm) {
        long term = leadership.ledTerm();
        long index = leadership.committedIndex();
        Voters voters = leadership.voters();
        if (term == 0 || leadership.currentTerm() != term) {
            return CompletableFuture.failedFuture(new LogAccess.NotProposedException("this node does not lead"));
        }
        if (voters.changing()) {
            return logBarrier.get();
        }
        List<Voter> silent = new ArrayList<>(voters.others());
        int needed = voters.majority() - (voters.self() ? 1 : 0);
        if (askerTerm == term && silent.removeIf(voter -> voter.id().equals(asker))) {
            needed--;
        }
        if (needed <= 0) {
            return CompletableFuture.completedFuture(index);
        }
        Round round = new Round(term, index, needed, order(silent));
        round.begin();
        return round.confirmed;
    }

    /** Whoever answered last first. */
    private synchronized List<Voter> order(List<Voter> voters) {
        voters.sort((one, other) -> Long.compare(lastAnswer(other), lastAnswer(one)));
        return voters;
    }

    private long lastAnswer(Voter voter) {
        return lastAnswers.getOrDefault(voter.id(), 0L);
    }

    private synchronized void answered(Voter voter) {
        lastAnswers.put(voter.id(), ++answers);
    }

    /** One question to so many as are needed, and to more when some do not answer. */
    private final class Round {
        private final long term;
        private final long index;
        private final List<Voter> voters;
        private final CompletableFuture<Long> confirmed = new CompletableFuture<>();
        private int needed;
        private int asked;
        private int open;
        private @Nullable ScheduledFuture<?> hedge;

        Round(long term, long index, int needed, List<Voter> voters) {
            this.term = term;
            this.index = index;
            this.needed = needed;
            this.voters = voters;
        }

        void begin() {
            ask(needed);
            synchronized (this) {
                if (!confirmed.isDone() && asked < voters.size()) {
                    hedge = timer.schedule(() -> ask(voters.size()), HEDGE_MILLIS, TimeUnit.MILLISECONDS);
                }
            }
        }

        private void ask(int many) {
            List<Voter> next;
            synchronized (this) {
                int to = Math.min(voters.size(), asked + many);
                next = voters.subList(asked, to);
                asked = to;
                open += next.size();
            }
            for (Voter voter : next) {
                Completion.then(Completion.attempt(() -> leadership.termOf(voter)), (answer, failure) -> {
                    if (answer == null) {
                        without();
                    } else {
                        answered(voter);
                        heard(answer);
                    }
                });
            }
        }

        private void heard(long itsTerm) {
            if (itsTerm > term) {
                end("a node is in term " + itsTerm + " already, this one led term " + term);
            } else if (itsTerm < term) {
                // It would do by the argument above; but a node that lost its disk would say this too.
                without();
            } else {
                boolean enough;
                synchronized (this) {
                    open--;
                    needed--;
                    enough = needed == 0;
                }
                if (enough) {
                    dropHedge();
                    confirmed.complete(index);
                }
            }
        }

        /** In place of one who cannot confirm, the next. */
        private void without() {
            synchronized (this) {
                open--;
            }
            ask(1);
            endIfHopeless();
        }

        private void endIfHopeless() {
            boolean hopeless;
            synchronized (this) {
                hopeless = asked == voters.size() && open < needed;
            }
            if (hopeless) {
                end("too few nodes say that they are in term " + term);
            }
        }

        private void end(String why) {
            dropHedge();
            confirmed.completeExceptionally(new LogAccess.NotProposedException(why));
        }

        private synchronized void dropHedge() {
            if (hedge != null) {
                hedge.cancel(false);
            }
        }
    }
}
