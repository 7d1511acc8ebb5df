package io.ams.optimizer;

import io.ams.optimizer.client.AmsClient;
import io.ams.optimizer.client.CallException;
import io.ams.optimizer.client.CallException.Fate;
import io.ams.optimizer.client.Nodes;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the end of a task to AMS: to any node, again and again, until it is taken, surely refused, or so late that it cannot
 * count any more. Safe for many threads.
 */
final class HandIn {
    private static final Logger LOG = LoggerFactory.getLogger(HandIn.class);
    /** Refusals that are about the task. Any other "no" (a token, a proxy) may be set right while we try on. */
    private static final Set<String> FINAL = Set.of(
            "TASK_ATTEMPT_STALE",
            "TASK_NOT_FOUND",
            "PROCESS_NOT_FOUND",
            "PROCESS_ENDED",
            "TOO_LARGE",
            "BAD_REQUEST",
            "UNPROCESSABLE");

    /** What became of a hand-in. */
    enum End {
        TAKEN,
        /** Surely not taken, now or later: what was made is to be removed. */
        REFUSED,
        /** Perhaps taken: what was made must stay. */
        UNKNOWN
    }

    /** One way of telling AMS about the end of a task. */
    @FunctionalInterface
    interface Call {
        void on(AmsClient client, String node, String worker) throws CallException, InterruptedException;
    }

    private final AmsClient client;
    private final Nodes nodes;
    private final Session session;
    private final WorkerSettings settings;
    private final CountDownLatch givenUp;

    HandIn(AmsClient client, Nodes nodes, Session session, WorkerSettings settings, CountDownLatch givenUp) {
        this.client = client;
        this.nodes = nodes;
        this.session = session;
        this.settings = settings;
        this.givenUp = givenUp;
    }

    End deliver(RunningTask task, Call call) throws InterruptedException {
        Backoff backoff = new Backoff(settings, givenUp);
        boolean perhapsTaken = false;
        while (true) {
            String node = nodes.current();
            try {
                call.on(client, node, session.id());
                return End.TAKEN;
            } catch (CallException e) {
                // A refusal after an unknown try may be the echo of that try: then the result is in AMS's hands.
                if (e.fate() == Fate.REFUSED && FINAL.contains(e.code())) {
                    LOG.info("the end of {} was refused: {}", task, e.getMessage());
                    return perhapsTaken ? End.UNKNOWN : End.REFUSED;
                }
                perhapsTaken |= e.fate() == Fate.UNKNOWN;
                LOG.info("the end of {} is handed in again: {}", task, e.getMessage());
                nodes.failed(node);
            }
            if (session.isLongLost() || !backoff.pause()) {
                return perhapsTaken ? End.UNKNOWN : End.REFUSED;
            }
        }
    }
}
