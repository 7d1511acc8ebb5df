package io.ams.raft.lead;

import com.google.protobuf.MessageLite;
import io.ams.op.ErrorCode;
import io.ams.op.Proposal;
import io.ams.raft.Reader;
import io.ams.raft.Reply;
import io.ams.raft.Submission;
import io.ams.raft.Submitter;
import io.ams.state.View;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one loop of all duties that plan: look at the state, plan, submit what was planned with the term, wait for the outcomes,
 * then sleep until a wake-up or the next tick. It goes by what is, not by what happened, so a lost wake-up costs a tick and no
 * more.
 */
public final class ReconcilingDuty implements LeaderDuty {
    private static final Logger LOG = LoggerFactory.getLogger(ReconcilingDuty.class);
    private static final long OUTCOME_SECONDS = 30;

    /** From a state to what should be done; planning again when it is done gives nothing. */
    @FunctionalInterface
    public interface Planner {
        /**
         * What should be done now.
         *
         * @param nowMillis the leader's clock
         * @param termSinceMillis when this node began to lead, by the same clock
         */
        List<Proposal<?, ?>> plan(View view, long nowMillis, long termSinceMillis);
    }

    private final String name;
    private final Planner planner;
    private final long tickMillis;
    private final Clock clock;

    public ReconcilingDuty(String name, Planner planner, long tickMillis, Clock clock) {
        this.name = name;
        this.planner = planner;
        this.tickMillis = tickMillis;
        this.clock = clock;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Running begin(LeaderTerm term, Submitter submitter, Reader reader) {
        Loop loop = new Loop(term, submitter, reader);
        loop.thread.start();
        return loop;
    }

    private final class Loop implements Running {
        private final LeaderTerm term;
        private final Submitter submitter;
        private final Reader reader;
        private final long sinceMillis = clock.millis();
        private final Semaphore stop = new Semaphore(0);
        private final Thread thread = new Thread(this::run, "ams-duty-" + name);
        private volatile boolean stopped;

        Loop(LeaderTerm term, Submitter submitter, Reader reader) {
            this.term = term;
            this.submitter = submitter;
            this.reader = reader;
        }

        private void run() {
            try {
                boolean over = false;
                while (!stopped && !over) {
                    over = pass();
                    if (!over && stop.tryAcquire(tickMillis, TimeUnit.MILLISECONDS)) {
                        return;
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        /** One look; true when the term is over. */
        private boolean pass() throws InterruptedException {
            try {
                List<Proposal<?, ?>> plan = reader.readLocal(view -> planner.plan(view, clock.millis(), sinceMillis))
                        .value();
                List<CompletableFuture<? extends Reply<?>>> replies = new ArrayList<>();
                plan.forEach(proposal -> replies.add(submit(proposal)));
                boolean over = false;
                for (CompletableFuture<? extends Reply<?>> reply : replies) {
                    over |= reply.get(OUTCOME_SECONDS, TimeUnit.SECONDS).failedWith(ErrorCode.STALE_TERM);
                }
                return over;
            } catch (java.util.concurrent.ExecutionException
                    | java.util.concurrent.TimeoutException
                    | RuntimeException surprise) {
                // A pass that failed changes nothing that the next one would not see.
                LOG.warn("duty={} term={} pass failed", name, term.term(), surprise);
                return false;
            }
        }

        private <C extends MessageLite, R extends MessageLite> CompletableFuture<Reply<R>> submit(
                Proposal<C, R> proposal) {
            Submission submission = Submission.by("leader:" + name).inTerm(term.term());
            return submitter
                    .submit(proposal.operation(), proposal.body(), submission)
                    .thenApply(reply -> log(proposal, reply))
                    .toCompletableFuture();
        }

        private <R> Reply<R> log(Proposal<?, ?> proposal, Reply<R> reply) {
            reply.fold(
                    accepted -> {
                        LOG.debug(
                                "duty={} did={} index={}",
                                name,
                                proposal.operation().name(),
                                accepted.index());
                        return true;
                    },
                    failed -> {
                        LOG.info(
                                "duty={} refused={} code={} detail={}",
                                name,
                                proposal.operation().name(),
                                failed.code(),
                                failed.detail());
                        return false;
                    });
            return reply;
        }

        @Override
        public void close() {
            stopped = true;
            stop.release();
            try {
                thread.join(TimeUnit.SECONDS.toMillis(OUTCOME_SECONDS));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
