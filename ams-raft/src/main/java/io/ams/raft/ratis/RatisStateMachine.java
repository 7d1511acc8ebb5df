package io.ams.raft.ratis;

import io.ams.apply.Applier;
import io.ams.proto.EntryOutcome;
import io.ams.state.LogPosition;
import io.ams.store.Applied;
import io.ams.store.StateStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftGroupMemberId;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.storage.FileInfo;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.SnapshotInfo;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.jspecify.annotations.Nullable;

/**
 * The seam between Ratis and the state: entries in, outcomes out, snapshots by flush, and installs of a checkpoint that is
 * fetched from the leader.
 *
 * <p>Callbacks that Ratis makes under its locks only take note. Nothing is ever thrown out of apply: a node whose state cannot
 * follow the log must not go on.
 */
final class RatisStateMachine extends BaseStateMachine {
    private final Applier applier;
    private final StateStore store;
    private final AppliedIndex appliedIndex;
    private final CheckpointDownload download;
    private final GroupEvents events;
    private @Nullable CompletableFuture<Path> incoming;
    /** Ready to lead, in the term of the entry that is being applied just now. Only the thread that applies the log knows it. */
    private boolean leaderReady;

    RatisStateMachine(
            Applier applier,
            StateStore store,
            AppliedIndex appliedIndex,
            CheckpointDownload download,
            GroupEvents events) {
        this.applier = applier;
        this.store = store;
        this.appliedIndex = appliedIndex;
        this.download = download;
        this.events = events;
    }

    @Override
    public void initialize(RaftServer server, RaftGroupId groupId, RaftStorage storage) throws IOException {
        super.initialize(server, groupId, storage);
        // Without this the first install of a snapshot fails: Ratis pauses a machine that it never saw running.
        getLifeCycle().startAndTransition(() -> takePosition(store.applied()));
    }

    private void takePosition(Applied applied) {
        setLastAppliedTermIndex(termIndex(applied.position()));
        appliedIndex.advance(applied.index());
    }

    private static TermIndex termIndex(LogPosition position) {
        return position.index() == 0 ? TermIndex.INITIAL_VALUE : TermIndex.valueOf(position.term(), position.index());
    }

    @Override
    public CompletableFuture<Message> applyTransaction(TransactionContext transaction) {
        LogEntryProto entry = transaction.getLogEntry();
        try {
            EntryOutcome outcome = applier.apply(
                    entry.getStateMachineLogEntry().getLogData().asReadOnlyByteBuffer(),
                    entry.getTerm(),
                    entry.getIndex());
            updateLastAppliedTermIndex(entry.getTerm(), entry.getIndex());
            if (outcome.getBatchesCount() == 0) {
                appliedIndex.advanceUnchanged(entry.getIndex());
            } else {
                appliedIndex.advance(entry.getIndex());
            }
            tellIfReady(entry.getTerm());
            return CompletableFuture.completedFuture(
                    Message.valueOf(UnsafeByteOperations.unsafeWrap(outcome.toByteArray())));
        } catch (Throwable surprise) { // whatever it is, the state no longer follows the log
            events.failed(
                    GroupEvents.Failure.APPLY,
                    "entry " + entry.getIndex() + " of term " + entry.getTerm() + " could not be applied",
                    surprise);
            return CompletableFuture.failedFuture(surprise);
        }
    }

    @Override
    public void notifyTermIndexUpdated(long term, long index) {
        applier.observe(term, index);
        super.notifyTermIndexUpdated(term, index);
        appliedIndex.advanceUnchanged(index);
        tellIfReady(term);
    }

    private void tellIfReady(long term) {
        if (leaderReady) {
            leaderReady = false;
            events.leaderReady(term);
        }
    }

    @Override
    public long takeSnapshot() {
        try {
            return applier.flush().index();
        } catch (RuntimeException surprise) {
            events.failed(GroupEvents.Failure.STORE, "the state could not be flushed", surprise);
            throw surprise;
        }
    }

    @Override
    public @Nullable SnapshotInfo getLatestSnapshot() {
        LogPosition durable = store.durable().position();
        return durable.index() == 0 ? null : new Flushed(termIndex(durable));
    }

    /** A snapshot without files: it lies in the store. */
    private record Flushed(TermIndex termIndex) implements SnapshotInfo {
        @Override
        public TermIndex getTermIndex() {
            return termIndex;
        }

        @Override
        public List<FileInfo> getFiles() {
            return List.of();
        }
    }

    @Override
    public synchronized CompletableFuture<TermIndex> notifyInstallSnapshotFromLeader(
            RoleInfoProto role, TermIndex firstInLog) {
        CompletableFuture<Path> running = incoming;
        if (running == null) {
            var leader = role.getFollowerInfo().getLeaderInfo().getId();
            running = download.from(leader.getAddress());
            incoming = running;
        }
        // Null tells Ratis that there is nothing yet; it asks again.
        return running.handle((checkpoint, failure) -> checkpoint == null ? forget() : position(checkpoint));
    }

    private synchronized @Nullable TermIndex forget() {
        incoming = null;
        return null;
    }

    private TermIndex position(Path checkpoint) {
        return termIndex(download.position(checkpoint).position());
    }

    @Override
    public void pause() {
        getLifeCycle().transition(org.apache.ratis.util.LifeCycle.State.PAUSING);
        getLifeCycle().transition(org.apache.ratis.util.LifeCycle.State.PAUSED);
    }

    @Override
    public synchronized void reinitialize() {
        try {
            CompletableFuture<Path> fetched = incoming;
            incoming = null;
            if (fetched != null) {
                store.restore(fetched.join());
            }
            applier.reset();
            takePosition(store.applied());
            if (getLifeCycleState() == org.apache.ratis.util.LifeCycle.State.PAUSED) {
                getLifeCycle().startAndTransition(() -> {});
            }
        } catch (RuntimeException surprise) {
            events.failed(GroupEvents.Failure.STORE, "a checkpoint of the leader could not be taken over", surprise);
            throw surprise;
        }
    }

    @Override
    public CompletableFuture<Message> query(Message request) {
        return CompletableFuture.completedFuture(Message.EMPTY);
    }

    @Override
    public CompletableFuture<Message> queryStale(Message request, long minIndex) {
        return CompletableFuture.completedFuture(Message.EMPTY);
    }

    /**
     * Ratis calls this while it applies the first entry of the term, before it says so; the term to lead in is that of the entry,
     * which {@link #tellIfReady} learns next on this same thread.
     */
    @Override
    public void notifyLeaderReady() {
        leaderReady = true;
    }

    @Override
    public void notifyNotLeader(Collection<TransactionContext> pending) {
        events.notLeader();
    }

    @Override
    public void notifyLeaderChanged(RaftGroupMemberId member, RaftPeerId leader) {
        events.leaderChanged();
    }

    @Override
    public void notifyLogFailed(Throwable cause, LogEntryProto entry) {
        events.failed(GroupEvents.Failure.LOG, "the Raft log could not be written", cause);
    }

    @Override
    public void notifyServerShutdown(RoleInfoProto role, boolean wholeServer) {
        if (!wholeServer) {
            events.ended();
        }
    }
}
