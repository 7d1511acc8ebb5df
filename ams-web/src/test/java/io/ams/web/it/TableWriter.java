package io.ams.web.it;

import io.ams.testkit.process.Answer;
import io.ams.testkit.process.NodeHttp;
import io.ams.web.it.Ledger.Acknowledged;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A client that commits to one table, one commit at a time: a lost race is followed by a look and another commit, an answer that
 * says nothing definite by the same request with the same key, at the next node if there was no answer.
 */
final class TableWriter implements Callable<Long> {
    static final String PROPERTY = "writer.";
    private static final int SNAPSHOTS_PER_PROPERTY = 4;

    private final String name;
    private final RawTable table;
    private final List<NodeHttp> nodes;
    private final Ledger ledger;
    private final AtomicBoolean stop;
    private final long most;
    private int at;

    private interface Request {
        Answer send(NodeHttp node) throws IOException;
    }

    /**
     * @param nodes the first is spoken to until it does not answer
     * @param stop ends it between two commits
     * @param most so many acknowledged commits are enough
     */
    TableWriter(String name, RawTable table, List<NodeHttp> nodes, Ledger ledger, AtomicBoolean stop, long most) {
        this.name = name;
        this.table = table;
        this.nodes = nodes;
        this.ledger = ledger;
        this.stop = stop;
        this.most = most;
    }

    /** The number of commits that were acknowledged. */
    @Override
    public Long call() {
        long done = 0;
        RawTable.State state = look();
        while (done < most && !stop.get()) {
            Answer answer = done % SNAPSHOTS_PER_PROPERTY == SNAPSHOTS_PER_PROPERTY - 1
                    ? setProperty(state, PROPERTY + name + "." + done)
                    : append(state);
            if (answer.status() == 200) {
                done++;
                state = RawTable.State.of(answer.body());
            } else {
                state = look();
            }
        }
        return done;
    }

    private RawTable.State look() {
        return RawTable.State.of(definite(table::load).good());
    }

    private Answer append(RawTable.State state) {
        long id = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
        // A request that is repeated with its key must be the same to the last byte.
        long now = System.currentTimeMillis();
        return commit(id, "", node -> table.append(node, state, id, now));
    }

    private Answer setProperty(RawTable.State state, String key) {
        return commit(-1, key, node -> table.setProperty(node, state, key));
    }

    private Answer commit(long snapshot, String property, Request request) {
        String key = UUID.randomUUID().toString();
        long started = System.nanoTime();
        Answer answer = definite(node -> request.send(node.with("Idempotency-Key", key)));
        if (answer.status() == 200) {
            ledger.acknowledged(new Acknowledged(
                    table,
                    snapshot,
                    property,
                    started,
                    System.nanoTime(),
                    nodes.get(at).base()));
        }
        return answer;
    }

    /** The first answer that says what happened. */
    private Answer definite(Request request) {
        while (true) {
            NodeHttp node = nodes.get(at);
            try {
                Answer answer = request.send(node);
                ledger.answered(answer.status());
                if (answer.status() == 200 || answer.status() == 409) {
                    return answer;
                }
                ledger.trouble(node.base(), answer.toString());
                if (answer.status() < 500) {
                    throw new IllegalStateException(table + ": " + answer);
                }
            } catch (IOException e) {
                if (Thread.currentThread().isInterrupted()) {
                    throw new IllegalStateException(name + " was told to end", e);
                }
                ledger.trouble(node.base(), e.toString());
                at = (at + 1) % nodes.size();
            }
        }
    }
}
