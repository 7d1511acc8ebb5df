package io.ams.raft.lead;

import io.ams.raft.Reader;
import io.ams.raft.Submitter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The conductor: starts the duties in order when this node is ready to lead, and stops them in reverse when it no longer does.
 *
 * <p>Calls only enqueue, so that Ratis may make them under its locks; one thread does the work, so that starts and stops never
 * overlap, and a flap is a stop and then a start.
 */
public final class LeaderDuties implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderDuties.class);

    private final String nodeId;
    private final List<LeaderDuty> duties;
    private final Submitter submitter;
    private final Reader reader;
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(task -> new Thread(task, "ams-leader-duties"));
    private final Deque<LeaderDuty.Running> running = new ArrayDeque<>();

    public LeaderDuties(String nodeId, List<LeaderDuty> duties, Submitter submitter, Reader reader) {
        this.nodeId = nodeId;
        this.duties = List.copyOf(duties);
        this.submitter = submitter;
        this.reader = reader;
    }

    /** This node leads in that term, and has applied its first entry. */
    public void leaderReady(long term) {
        enqueue(() -> {
            stopAll();
            LOG.info("leading term={} duties={}", term, duties.size());
            for (LeaderDuty duty : duties) {
                running.push(duty.begin(new LeaderTerm(term, nodeId), submitter, reader));
            }
        });
    }

    /** This node does not lead any more. */
    public void notLeader() {
        enqueue(this::stopAll);
    }

    private void enqueue(Runnable task) {
        try {
            thread.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("closed; who leads does not matter any more");
        }
    }

    private void stopAll() {
        if (!running.isEmpty()) {
            LOG.info("leading no more");
        }
        while (!running.isEmpty()) {
            stop(running.pop());
        }
    }

    private static void stop(LeaderDuty.Running duty) {
        try {
            duty.close();
        } catch (RuntimeException surprise) {
            LOG.error("a duty did not stop cleanly; the others are stopped all the same", surprise);
        }
    }

    @Override
    public void close() {
        enqueue(this::stopAll);
        thread.shutdown();
        try {
            if (!thread.awaitTermination(10, TimeUnit.SECONDS)) {
                LOG.warn("leader duties did not end in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
