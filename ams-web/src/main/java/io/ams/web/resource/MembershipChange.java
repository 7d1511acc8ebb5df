package io.ams.web.resource;

import io.ams.op.ErrorCode;
import io.ams.op.Operations;
import io.ams.proto.BucketRow;
import io.ams.proto.NodeRegister;
import io.ams.proto.NodeRow;
import io.ams.proto.NodeSetState;
import io.ams.proto.NodeState;
import io.ams.raft.AmsException;
import io.ams.raft.Consistency;
import io.ams.raft.Read;
import io.ams.raft.Reply;
import io.ams.raft.Submission;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.Rows;
import io.ams.web.api.NodeView;
import io.ams.web.api.PeerRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Joining and leaving, which are several steps each. Every step may be repeated without harm, so none needs an idempotency key, and
 * a request that broke off is simply sent again.
 */
public final class MembershipChange {
    private static final Submission BY = Submission.by("api");
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

    private final Doors doors;
    private final Duration patience;

    /**
     * @param patience how long a node that leaves may take to give its buckets away
     */
    public MembershipChange(Doors doors, Duration patience) {
        this.doors = doors;
        this.patience = patience;
    }

    /** Registers the node, adds it to the group, and sets it to work. Done when it has caught up and votes. */
    public CompletionStage<Read<NodeView>> add(PeerRequest peer) {
        NodeRegister register = NodeRegister.newBuilder()
                .setId(peer.id())
                .setIncarnation(peer.incarnation())
                .setRaftAddress(peer.raftAddress())
                .setHttpAddress(peer.httpAddress())
                .setVersion(peer.version() == null ? "" : peer.version())
                .setInitialState(NodeState.JOINING)
                .build();
        return doors.submit(Operations.NODE_REGISTER, register, BY)
                .thenCompose(reply -> doors.replica()
                        .membership()
                        .add(peer.id(), peer.raftAddress())
                        .thenCompose(added -> activate(reply)))
                .thenCompose(index -> node(peer.id(), index));
    }

    /**
     * Only a node that is joining: one that drains goes on draining. Answers the index to read at.
     *
     * <p>One that was removed while it joined votes by now; the leader takes it out again.
     */
    private CompletionStage<Long> activate(Reply.Accepted<NodeRow> registered) {
        String id = registered.result().getId();
        return doors.query(Consistency.bookmark(registered.index()), view -> view.get(Columns.NODES, id))
                .thenCompose(read -> switch (read.value().map(NodeRow::getState).orElse(NodeState.GONE)) {
                    case JOINING -> setState(id, NodeState.ACTIVE);
                    case GONE -> refused("node " + id + " was removed while it joined; join under a new id");
                    default -> CompletableFuture.completedFuture(read.appliedIndex());
                });
    }

    private CompletionStage<Read<NodeView>> node(String id, long index) {
        return doors.query(Consistency.bookmark(index), Cluster::read)
                .thenCombine(doors.members(Consistency.bookmark(index)), (read, members) -> {
                    NodeView node = Cluster.nodes(read.value(), doors.replica().status(), members).stream()
                            .filter(known -> known.id().equals(id))
                            .findFirst()
                            .orElseThrow(Missing.node(id));
                    return new Read<>(node, read.appliedIndex());
                });
    }

    /**
     * Takes the node's buckets away, takes it out of the group, and sets it GONE; answers the index of that.
     *
     * <p>A node does not remove itself: it could not report the end. A node that is GONE already is left so.
     */
    public CompletionStage<Long> remove(String id) {
        if (id.equals(doors.replica().status().nodeId())) {
            return refused("node " + id + " cannot remove itself; send the request to another node");
        }
        return doors.query(Consistency.STRICT, view -> view.get(Columns.NODES, id))
                .thenCompose(read -> {
                    NodeState state = read.value().orElseThrow(Missing.node(id)).getState();
                    return state == NodeState.GONE
                            ? CompletableFuture.completedFuture(read.appliedIndex())
                            : drainAndRemove(id, state, read.appliedIndex());
                });
    }

    /** A node that is still joining owns nothing and never did. */
    private CompletionStage<Long> drainAndRemove(String id, NodeState state, long index) {
        long deadline = System.nanoTime() + patience.toNanos();
        CompletionStage<Long> begun = state == NodeState.JOINING
                ? CompletableFuture.completedFuture(index)
                : setState(id, NodeState.DRAINING);
        return begun.thenCompose(draining -> takeOut(id, state, draining, deadline))
                .thenCompose(removed -> setState(id, NodeState.GONE));
    }

    private CompletionStage<Void> takeOut(String id, NodeState before, long index, long deadline) {
        CompletionStage<Long> empty =
                before == NodeState.JOINING ? CompletableFuture.completedFuture(index) : drained(id, index, deadline);
        return empty.thenCompose(done -> doors.replica().membership().remove(id))
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(stillDraining(id, before, failure)));
    }

    /** A removal that is refused has taken the buckets away already, and says so. */
    private static Throwable stillDraining(String id, NodeState before, Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return before == NodeState.ACTIVE
                        && cause instanceof AmsException refusal
                        && refusal.code() != ErrorCode.OUTCOME_UNKNOWN
                ? new AmsException(
                        refusal.code(),
                        refusal.detail() + ". Node " + id
                                + " stays draining until it is removed, or undrained (bin/ams node undrain)")
                : failure;
    }

    private static <T> CompletionStage<T> refused(String why) {
        return CompletableFuture.failedFuture(new AmsException(ErrorCode.MEMBERSHIP_REFUSED, why));
    }

    private CompletionStage<Long> setState(String id, NodeState state) {
        NodeSetState body = NodeSetState.newBuilder().setId(id).setState(state).build();
        return doors.submit(Operations.NODE_SET_STATE, body, BY).thenApply(Reply.Accepted::index);
    }

    /**
     * Looks until the node owns nothing. Read no earlier than the index that made it draining: from there on it gets nothing new,
     * so "nothing" stays true.
     */
    private CompletionStage<Long> drained(String id, long index, long deadline) {
        return doors.query(
                        Consistency.bookmark(index),
                        view -> Rows.values(view, Columns.BUCKETS, KeyRange.all()).stream()
                                .map(BucketRow::getOwner)
                                .filter(id::equals)
                                .count())
                .thenCompose(read -> {
                    if (read.value() == 0) {
                        return CompletableFuture.completedFuture(read.appliedIndex());
                    }
                    if (System.nanoTime() - deadline > 0) {
                        return refused("node " + id + " still owns " + read.value() + " buckets after "
                                + patience.toSeconds() + " s; send the request again");
                    }
                    Executor later = CompletableFuture.delayedExecutor(LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
                    return CompletableFuture.supplyAsync(() -> index, later)
                            .thenCompose(same -> drained(id, same, deadline));
                });
    }
}
