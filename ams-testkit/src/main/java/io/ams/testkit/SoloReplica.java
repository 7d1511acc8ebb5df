package io.ams.testkit;

import com.google.protobuf.MessageLite;
import io.ams.apply.Applier;
import io.ams.op.ErrorCode;
import io.ams.op.Operation;
import io.ams.op.Operations;
import io.ams.proto.Batch;
import io.ams.proto.Entry;
import io.ams.proto.EntryHeader;
import io.ams.proto.Outcome;
import io.ams.publish.StatePublisher;
import io.ams.raft.AmsException;
import io.ams.raft.Consistency;
import io.ams.raft.Member;
import io.ams.raft.Membership;
import io.ams.raft.NodeStatus;
import io.ams.raft.Read;
import io.ams.raft.Reader;
import io.ams.raft.Replica;
import io.ams.raft.Reply;
import io.ams.raft.Submission;
import io.ams.raft.Submitter;
import io.ams.state.View;
import io.ams.store.Applied;
import io.ams.store.MemoryStore;
import io.ams.store.StateStore;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * A replica that is the whole cluster: commands go through the real {@link Applier} at once, on the caller's thread, with no log
 * and no network. For tests of what lies above replication.
 */
public final class SoloReplica implements Replica, Submitter, Reader {
    public static final String NODE_ID = "solo";
    private static final long TERM = 1;

    private final StateStore store;
    private final Clock clock;
    private final List<StatePublisher> publishers = new CopyOnWriteArrayList<>();
    private final Applier applier;
    private long sequence;

    public SoloReplica() {
        this(new MemoryStore(), Clock.systemUTC());
    }

    public SoloReplica(StateStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
        this.applier = new Applier(
                store,
                new Operations(),
                List.of(change -> publishers.forEach(publisher -> publisher.onChange(change))));
    }

    @Override
    public synchronized <C extends MessageLite, R extends MessageLite> CompletionStage<Reply<R>> submit(
            Operation<C, R> operation, C body, Submission submission) {
        long index = store.applied().index() + 1;
        Entry entry = Entry.newBuilder()
                .setHeader(
                        EntryHeader.newBuilder().setTimeMillis(clock.millis()).setFormatVersion(Applier.FORMAT_VERSION))
                .addBatches(Batch.newBuilder()
                        .setOrigin(NODE_ID)
                        .setRun(1)
                        .setSequence(++sequence)
                        .addCommands(operation.command(submission.toHeader(), body)))
                .build();
        Outcome outcome = applier.apply(entry.toByteString().asReadOnlyByteBuffer(), TERM, index)
                .getBatches(0)
                .getOutcomes(0);
        return CompletableFuture.completedFuture(reply(operation, outcome));
    }

    private static <R extends MessageLite> Reply<R> reply(Operation<?, R> operation, Outcome outcome) {
        if (outcome.hasRefused()) {
            ErrorCode code = ErrorCode.ofWireId(outcome.getRefused().getCode()).orElseThrow();
            return new Reply.Failed<>(code, outcome.getRefused().getDetail(), outcome.getIndex());
        }
        return new Reply.Accepted<>(operation.result(outcome.getAccepted()), outcome.getIndex(), outcome.getReplayed());
    }

    @Override
    public <T> CompletionStage<Read<T>> read(Consistency consistency, Function<View, T> function) {
        return CompletableFuture.completedFuture(readLocal(function));
    }

    @Override
    public synchronized <T> Read<T> readLocal(Function<View, T> function) {
        return store.read(snapshot ->
                new Read<>(function.apply(snapshot.view()), snapshot.applied().index()));
    }

    @Override
    public Submitter submitter() {
        return this;
    }

    @Override
    public Reader reader() {
        return this;
    }

    @Override
    public NodeStatus status() {
        Applied applied = store.applied();
        return new NodeStatus(
                NODE_ID,
                "solo-cluster",
                "solo-incarnation",
                NodeStatus.Lifecycle.RUNNING,
                NodeStatus.Role.LEADER,
                Optional.of(NODE_ID),
                true,
                TERM,
                applied.index(),
                applied.index(),
                store.durable().index(),
                applied.digest().hex(),
                "");
    }

    @Override
    public void subscribe(StatePublisher publisher) {
        publishers.add(publisher);
    }

    @Override
    public void unsubscribe(StatePublisher publisher) {
        publishers.remove(publisher);
    }

    @Override
    public Membership membership() {
        return new Alone();
    }

    private static final class Alone implements Membership {
        @Override
        public List<Member> members() {
            return List.of(new Member(NODE_ID, "127.0.0.1:0", true, 0, 0));
        }

        @Override
        public CompletionStage<List<Member>> membersFromLeader() {
            return CompletableFuture.completedFuture(members());
        }

        @Override
        public Optional<String> leaderId() {
            return Optional.of(NODE_ID);
        }

        @Override
        public CompletionStage<Void> add(String id, String raftAddress) {
            return refused();
        }

        @Override
        public CompletionStage<Void> remove(String id) {
            return refused();
        }

        @Override
        public CompletionStage<Void> transferLeadership(Optional<String> id) {
            return refused();
        }

        private static CompletionStage<Void> refused() {
            return CompletableFuture.failedFuture(
                    new AmsException(ErrorCode.MEMBERSHIP_REFUSED, "a replica without a network has no other members"));
        }
    }
}
