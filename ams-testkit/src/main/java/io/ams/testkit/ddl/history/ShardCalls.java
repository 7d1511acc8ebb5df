package io.ams.testkit.ddl.history;

import com.google.protobuf.Message;
import java.time.Duration;
import java.util.Optional;

/**
 * Calls of one shard through all nodes in turn, each made again until it is answered, and all written into the history. Not for
 * several threads.
 */
final class ShardCalls {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final String group;
    private final String shard;
    private final DdlDoor door;
    private final DdlHistory history;
    private int node;

    /**
     * @param node the first to be asked
     */
    ShardCalls(String shard, DdlDoor door, DdlHistory history, int node) {
        this.group = history.group();
        this.shard = shard;
        this.door = door;
        this.history = history;
        this.node = node;
    }

    private int next() {
        node = (node + 1) % door.nodes();
        return node;
    }

    /**
     * Asks until there is an answer: something said, done, or refused.
     *
     * @param key empty for none: then each call is an operation of its own, and the command must be one that may be made again
     */
    DdlAnswer ask(Message command, String key) {
        long begun = System.nanoTime();
        long first = DdlOperation.NEVER;
        while (System.nanoTime() - begun < PATIENCE.toNanos()
                && !Thread.currentThread().isInterrupted()) {
            long start = System.nanoTime();
            DdlAnswer answer = door.call(next(), command, key);
            long end = System.nanoTime();
            if (answer instanceof DdlAnswer.Unknown) {
                if (key.isEmpty()) {
                    add(command, start, DdlOperation.NEVER, answer);
                } else {
                    first = Math.min(first, start);
                }
            } else if (!(answer instanceof DdlAnswer.NotNow)) {
                add(command, key, first, start, end, answer);
                return answer;
            }
        }
        throw new AssertionError("no node answered " + shard + " within " + PATIENCE.toSeconds() + " s: " + command);
    }

    private void add(Message command, String key, long first, long start, long end, DdlAnswer answer) {
        boolean again = first != DdlOperation.NEVER;
        boolean kept = !key.isEmpty() && !(answer instanceof DdlAnswer.Refused);
        if (again && !kept) {
            // Refusals are not kept under the key: an earlier call that is still under way may yet be carried out.
            add(command, first, DdlOperation.NEVER, new DdlAnswer.Unknown());
        }
        add(command, again && kept ? first : start, end, answer);
    }

    private void add(Message command, long start, long end, DdlAnswer answer) {
        history.add(new DdlOperation(shard, command, start, end, answer));
    }

    /** The group as the next node shows it; empty if that node cannot. */
    Optional<GroupSeen> look() {
        return look(door, history, next());
    }

    /** The group as this node shows it, written into the history; empty if it cannot. */
    static Optional<GroupSeen> look(DdlDoor door, DdlHistory history, int node) {
        long start = System.nanoTime();
        Optional<GroupSeen> seen = door.look(node, history.group());
        long end = System.nanoTime();
        seen.ifPresent(group -> history.add(new DdlLook("node " + node, start, end, group)));
        return seen;
    }

    /** Waits a little for the decision of an announcement. */
    void await(long seq) {
        door.await(next(), group, shard, seq);
    }
}
