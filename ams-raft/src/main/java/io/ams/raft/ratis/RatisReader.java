package io.ams.raft.ratis;

import com.google.protobuf.InvalidProtocolBufferException;
import io.ams.op.ErrorCode;
import io.ams.raft.AmsException;
import io.ams.raft.Consistency;
import io.ams.raft.Read;
import io.ams.raft.Reader;
import io.ams.raft.proto.PeerAnswer;
import io.ams.raft.proto.PeerBarrier;
import io.ams.raft.proto.PeerNudge;
import io.ams.state.View;
import io.ams.store.StateSnapshot;
import io.ams.store.StateStore;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Reads from this node's store, once it is as fresh as asked for.
 *
 * <p>Strict: the index to apply is confirmed by a majority ({@link ReadIndex}). Readers that come while that is under way share the
 * next one ({@link SharedBarrier}).
 */
final class RatisReader implements Reader {
    private static final long NUDGE_TIMEOUT_MILLIS = 1_000;
    /** Of one try: a leader that is frozen keeps its connections, and another may lead by then. */
    private static final long BARRIER_TIMEOUT_MILLIS = 1_000;

    private final RatisLog log;
    private final StateStore store;
    private final AppliedIndex applied;
    private final SharedBarrier barrier;
    private final Executor reads;
    private final long timeoutMillis;

    RatisReader(
            RatisLog log,
            StateStore store,
            AppliedIndex applied,
            SharedBarrier barrier,
            Executor reads,
            long timeoutMillis) {
        this.log = log;
        this.store = store;
        this.applied = applied;
        this.barrier = barrier;
        this.reads = reads;
        this.timeoutMillis = timeoutMillis;
    }

    @Override
    public <T> CompletionStage<Read<T>> read(Consistency consistency, Function<View, T> function) {
        return switch (consistency.mode()) {
            case STRICT -> barrier.read(function);
            case LOCAL -> CompletableFuture.supplyAsync(() -> readLocal(function), reads);
            case BOOKMARK -> bounded(reach(consistency.minIndex()), function);
        };
    }

    private <T> CompletionStage<Read<T>> bounded(CompletableFuture<Void> fresh, Function<View, T> function) {
        return fresh.orTimeout(timeoutMillis, TimeUnit.MILLISECONDS)
                .handle((done, failure) -> failure)
                .thenApplyAsync(
                        failure -> {
                            if (failure != null) {
                                throw new AmsException(
                                        ErrorCode.READ_TIMEOUT,
                                        "this node did not become fresh enough in " + timeoutMillis
                                                + " ms; it is at index " + applied.get()
                                                + ". Try again or ask another node");
                            }
                            return readLocal(function);
                        },
                        reads);
    }

    private CompletableFuture<Void> reach(long index) {
        CompletableFuture<Void> reached = applied.reach(index);
        if (!reached.isDone()) {
            // Without a next entry a follower would hear of the commit only with the next heartbeat.
            byte[] nudge = PeerNudge.newBuilder().setIndex(index).build().toByteArray();
            Completion.then(log.askLeader(PeerMethods.NUDGE, nudge, NUDGE_TIMEOUT_MILLIS), (answer, failure) -> {});
        }
        return reached;
    }

    @Override
    public <T> Read<T> readLocal(Function<View, T> function) {
        return store.read(snapshot -> read(snapshot, function));
    }

    private static <T> Read<T> read(StateSnapshot snapshot, Function<View, T> function) {
        return new Read<>(function.apply(snapshot.view()), snapshot.applied().index());
    }

    /** The index that a strict read which came before this call must have applied: found here, or by the leader. */
    static CompletableFuture<Long> barrierIndex(
            String nodeId,
            RatisLog log,
            Leadership leadership,
            ReadIndex readIndex,
            AppliedIndex applied,
            long timeoutMillis) {
        if (log.leads()) {
            return readIndex.confirm(null, 0);
        }
        byte[] request = PeerBarrier.newBuilder()
                .setNodeId(nodeId)
                .setTerm(leadership.currentTerm())
                .setAppliedIndex(applied.get())
                .build()
                .toByteArray();
        return log.askLeader(PeerMethods.BARRIER, request, Math.min(timeoutMillis, BARRIER_TIMEOUT_MILLIS))
                .thenApply(PeerAnswer::getIndex);
    }

    /** Answers a nudge that a follower sent here. */
    static void nudged(byte[] request, AppliedIndex applied, WriteLoop loop) throws InvalidProtocolBufferException {
        long index = PeerNudge.parseFrom(request).getIndex();
        CompletableFuture<Void> reached = applied.reach(index).orTimeout(NUDGE_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
        Completion.then(reached, (done, failure) -> {
            if (failure == null) {
                loop.follow();
            }
        });
    }
}
