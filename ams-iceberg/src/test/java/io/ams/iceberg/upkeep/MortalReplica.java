package io.ams.iceberg.upkeep;

import com.google.protobuf.MessageLite;
import io.ams.op.ErrorCode;
import io.ams.op.Operation;
import io.ams.publish.StatePublisher;
import io.ams.raft.Membership;
import io.ams.raft.NodeStatus;
import io.ams.raft.Reader;
import io.ams.raft.Replica;
import io.ams.raft.Reply;
import io.ams.raft.Submission;
import io.ams.raft.Submitter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A replica of a node that is killed at its n-th submission: just before it counts, or just after. It hears nothing from then on. */
final class MortalReplica implements Replica, Submitter {
    private final Replica replica;
    private final int deadly;
    private final boolean lastOneCounts;
    private final AtomicInteger submissions = new AtomicInteger();
    private final CountDownLatch dead = new CountDownLatch(1);

    MortalReplica(Replica replica, int deadly, boolean lastOneCounts) {
        this.replica = replica;
        this.deadly = deadly;
        this.lastOneCounts = lastOneCounts;
    }

    boolean isDead() {
        return dead.getCount() == 0;
    }

    @Override
    public <C extends MessageLite, R extends MessageLite> CompletionStage<Reply<R>> submit(
            Operation<C, R> operation, C body, Submission submission) {
        int number = submissions.incrementAndGet();
        if (number < deadly) {
            return replica.submitter().submit(operation, body, submission);
        }
        if (number == deadly && lastOneCounts) {
            replica.submitter().submit(operation, body, submission);
        }
        dead.countDown();
        return CompletableFuture.completedFuture(Reply.failed(ErrorCode.OUTCOME_UNKNOWN, "the node was killed"));
    }

    @Override
    public Submitter submitter() {
        return this;
    }

    @Override
    public Reader reader() {
        return replica.reader();
    }

    @Override
    public Membership membership() {
        return replica.membership();
    }

    @Override
    public NodeStatus status() {
        return replica.status();
    }

    @Override
    public void subscribe(StatePublisher publisher) {
        replica.subscribe(publisher);
    }

    @Override
    public void unsubscribe(StatePublisher publisher) {
        replica.unsubscribe(publisher);
    }
}
