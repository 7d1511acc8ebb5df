package io.ams.raft.node;

import io.ams.op.ErrorCode;
import io.ams.op.Operations;
import io.ams.proto.NodeRegister;
import io.ams.proto.NodeRow;
import io.ams.proto.NodeSetState;
import io.ams.proto.NodeState;
import io.ams.raft.Consistency;
import io.ams.raft.Read;
import io.ams.raft.Reply;
import io.ams.raft.Submission;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.Keys;
import io.ams.state.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after this node's standing in the cluster, on a thread of its own: makes it known once it has caught up, notices when it
 * was removed, and on the way out lets its buckets go and hands leadership over.
 */
final class Registrar implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Registrar.class);
    private static final long RETRY_MILLIS = 200;
    private static final long WATCH_MILLIS = 1_000;
    private static final long CALL_SECONDS = 20;
    private static final long STOP_CALL_SECONDS = 3;
    private static final long ENDED_SECONDS = 5;
    private static final long DRAIN_MILLIS = 10_000;
    private static final long TRANSFER_SECONDS = 6;
    private static final String DRAINED_MARK = "drained-by-stop";

    private final NodeSettings settings;
    private final NodeIdentity identity;
    private final AmsNode node;
    private final Introductions introductions;
    private final Faults faults;
    private final Semaphore wake = new Semaphore(0);
    private final Thread thread = new Thread(this::run, "ams-registrar");
    private volatile boolean closed;
    private volatile boolean ended;
    /** When the end was first looked into, of System.nanoTime; only for this node's own thread. */
    private OptionalLong endedAt = OptionalLong.empty();

    Registrar(NodeSettings settings, NodeIdentity identity, AmsNode node, Introductions introductions, Faults faults) {
        this.settings = settings;
        this.identity = identity;
        this.node = node;
        this.introductions = introductions;
        this.faults = faults;
        this.thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Ratis has ended this node's part in the group. Only takes note. */
    void groupEnded() {
        ended = true;
        wake.release();
    }

    private void run() {
        try {
            boolean registered = false;
            while (!closed) {
                registered = registered || register();
                watch();
                boolean woken =
                        wake.tryAcquire(registered && !ended ? WATCH_MILLIS : RETRY_MILLIS, TimeUnit.MILLISECONDS);
                LOG.trace("woken={}", woken);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Makes the node known; true when that is done, and a strict read has shown that it has caught up. */
    private boolean register() throws InterruptedException {
        if (ended || node.membership().leaderId().isEmpty()) {
            return false;
        }
        Optional<Reply<NodeRow>> reply =
                await(node.submitter().submit(Operations.NODE_REGISTER, introduction(), submission()), CALL_SECONDS);
        if (reply.isEmpty() || closed) {
            return false;
        }
        if (reply.get().failedWith(ErrorCode.NODE_ID_TAKEN)) {
            faults.fatal(
                    ExitCode.WIPED_NODE,
                    "the cluster knows node " + settings.id() + " with other data than these; remove it and join under"
                            + " a new id",
                    new IllegalStateException(reply.get().toString()));
        }
        if (!reply.get().isAccepted() || !takeBackDrain()) {
            return false;
        }
        if (!seesWholeCluster()) {
            return false;
        }
        node.becameReady();
        return true;
    }

    private NodeRegister introduction() {
        return NodeRegister.newBuilder()
                .setId(settings.id())
                .setIncarnation(identity.incarnation())
                .setRaftAddress(settings.raftAddress())
                .setHttpAddress(settings.httpAddress())
                .setVersion(settings.version())
                .setTokenHash(settings.tokenHash())
                .setInitialState(settings.peers().isEmpty() ? NodeState.JOINING : NodeState.ACTIVE)
                .build();
    }

    /** Whether a strict read, which shows that the node has caught up, finds the cluster set up. */
    private boolean seesWholeCluster() throws InterruptedException {
        return await(
                        node.reader()
                                .read(
                                        Consistency.STRICT,
                                        view -> view.get(Columns.CLUSTER, Keys.Single.KEY)
                                                .isPresent()),
                        CALL_SECONDS)
                .map(Read::value)
                .orElse(false);
    }

    /** A node that stopped let its buckets go; it wants some again. */
    private boolean takeBackDrain() throws InterruptedException {
        Path mark = settings.data().resolve(DRAINED_MARK);
        if (!Files.exists(mark)) {
            return true;
        }
        if (setState(NodeState.ACTIVE, CALL_SECONDS).isEmpty()) {
            return false;
        }
        try {
            Files.delete(mark);
            return true;
        } catch (IOException e) {
            LOG.warn("mark not removed path={} reason={}", mark, e.toString());
            return false;
        }
    }

    private Optional<Reply<NodeRow>> setState(NodeState state, long seconds) throws InterruptedException {
        NodeSetState body =
                NodeSetState.newBuilder().setId(settings.id()).setState(state).build();
        return await(node.submitter().submit(Operations.NODE_SET_STATE, body, submission()), seconds);
    }

    private Submission submission() {
        return Submission.by("node:" + settings.id());
    }

    /** Notices that this node was removed: Ratis ended its part, or it hears of no leader and the others say so. */
    private void watch() {
        // Ratis may also close the group by itself, for a log that it finds in disorder for instance, and tell nobody.
        ended = ended || !node.group().standing().alive();
        if (closed || !(ended || node.membership().leaderId().isEmpty())) {
            return;
        }
        if (introductions.isRemoved(node.group()::hello, node.membership().members())) {
            node.becameRemoved();
            retire();
            faults.fatal(ExitCode.REMOVED_FROM_CLUSTER, introductions.removed().detail(), introductions.removed());
        } else if (ended && isLongEnded()) {
            faults.fatal(
                    ExitCode.FAILED,
                    "Ratis ended this node's part in the group; see the log above. Start the node again",
                    new IllegalStateException("division closed"));
        }
    }

    /** A node leaves the group a moment before the cluster notes that it is gone: that is waited for. */
    private boolean isLongEnded() {
        long now = System.nanoTime();
        if (endedAt.isEmpty()) {
            endedAt = OptionalLong.of(now);
        }
        return now - endedAt.getAsLong() > TimeUnit.SECONDS.toNanos(ENDED_SECONDS);
    }

    private void retire() {
        try {
            identity.retire();
        } catch (IOException e) {
            LOG.warn("identity not retired reason={}", e.toString());
        }
    }

    /** Lets the buckets go and hands leadership over; each step bounded, none needed for safety. */
    void leave() {
        try {
            if (!ended) {
                drain();
                handOver();
                if (node.membership().leaderId().isEmpty()) {
                    // What waits for a leader here would hold up the stop for as long as a write may take.
                    node.group().refuseWrites();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed = true;
        wake.release();
    }

    private void drain() throws InterruptedException {
        boolean others = node.reader()
                .readLocal(view -> Rows.values(view, Columns.NODES, KeyRange.all()).stream()
                        .anyMatch(row -> row.getState() == NodeState.ACTIVE
                                && !row.getId().equals(settings.id())))
                .value();
        boolean active = node.reader()
                .readLocal(view -> view.get(Columns.NODES, settings.id())
                        .filter(row -> row.getState() == NodeState.ACTIVE)
                        .isPresent())
                .value();
        if (!others || !active || node.membership().leaderId().isEmpty()) {
            return;
        }
        try {
            Files.writeString(settings.data().resolve(DRAINED_MARK), "");
        } catch (IOException e) {
            LOG.warn("not drained, mark not written reason={}", e.toString());
            return;
        }
        if (setState(NodeState.DRAINING, STOP_CALL_SECONDS).isEmpty()) {
            return;
        }
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(DRAIN_MILLIS);
        while (ownsBuckets() && System.nanoTime() - deadline < 0) {
            TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS / 4);
        }
    }

    private boolean ownsBuckets() {
        return node.reader()
                .readLocal(view -> Rows.values(view, Columns.BUCKETS, KeyRange.all()).stream()
                        .anyMatch(row -> row.getOwner().equals(settings.id())))
                .value();
    }

    private void handOver() throws InterruptedException {
        if (!node.status().leaderReady() || node.membership().members().size() < 2) {
            return;
        }
        try {
            node.membership()
                    .transferLeadership(Optional.empty())
                    .toCompletableFuture()
                    .get(TRANSFER_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.info("leadership not handed over reason={}", e.toString());
        }
    }

    private static <T> Optional<T> await(CompletionStage<T> stage, long seconds) throws InterruptedException {
        try {
            return Optional.of(stage.toCompletableFuture().get(seconds, TimeUnit.SECONDS));
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("call failed reason={}", e.toString());
            return Optional.empty();
        }
    }
}
