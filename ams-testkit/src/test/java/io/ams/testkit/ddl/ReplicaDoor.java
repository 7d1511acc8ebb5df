package io.ams.testkit.ddl;

import com.google.protobuf.Message;
import com.google.protobuf.MessageLite;
import io.ams.op.ErrorCode;
import io.ams.op.Operation;
import io.ams.op.Operations;
import io.ams.op.TargetOperation;
import io.ams.proto.DdlAcknowledge;
import io.ams.proto.DdlAnnounce;
import io.ams.proto.DdlDecided;
import io.ams.proto.DdlJoin;
import io.ams.proto.DdlLeave;
import io.ams.proto.DdlResolve;
import io.ams.raft.Consistency;
import io.ams.raft.Replica;
import io.ams.raft.Reply;
import io.ams.raft.Submission;
import io.ams.state.View;
import io.ams.testkit.ddl.history.DdlAnswer;
import io.ams.testkit.ddl.history.DdlDoor;
import io.ams.testkit.ddl.history.GroupSeen;
import io.ams.testkit.ddl.model.DdlPicture;
import io.ams.testkit.ddl.model.ModelAnswer;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Replicas of this JVM as shards reach them. */
final class ReplicaDoor implements DdlDoor {
    private static final int MOST_TRIES = 50;
    private static final long PATIENCE_SECONDS = 60;

    private final AtomicReferenceArray<@Nullable Replica> replicas;

    ReplicaDoor(int nodes) {
        this.replicas = new AtomicReferenceArray<>(nodes);
    }

    /** From now on this is the replica on the node; null if it is down. */
    void set(int node, @Nullable Replica replica) {
        replicas.set(node, replica);
    }

    @Override
    public int nodes() {
        return replicas.length();
    }

    @Override
    public DdlAnswer call(int node, Message command, String key) {
        Replica replica = replicas.get(node);
        Submission plain = Submission.by("test");
        Submission by = key.isEmpty()
                ? plain
                : plain.withKey(key, command.toByteString()).forgettingRefusal();
        if (replica == null) {
            return new DdlAnswer.NotNow();
        } else if (command instanceof DdlAcknowledge acknowledge) {
            return answer(submit(replica, Operations.DDL_ACKNOWLEDGE, acknowledge, by));
        } else if (command instanceof DdlJoin join) {
            return change(replica, Operations.DDL_JOIN, join, by);
        } else if (command instanceof DdlLeave leave) {
            return change(replica, Operations.DDL_LEAVE, leave, by);
        } else if (command instanceof DdlAnnounce announce) {
            return change(replica, Operations.DDL_ANNOUNCE, announce, by);
        }
        return change(replica, Operations.DDL_RESOLVE, (DdlResolve) command, by);
    }

    private static <C extends MessageLite> DdlAnswer change(
            Replica replica, TargetOperation<C> operation, C body, Submission by) {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            Optional<C> complete =
                    read(replica, view -> DdlDriver.complete(view, operation, body, operation.group(body)));
            if (complete.isEmpty()) {
                return new DdlAnswer.NotNow();
            }
            Reply<DdlDecided> reply = submit(replica, operation, complete.get(), by);
            boolean overtaken =
                    reply.failedWith(ErrorCode.DDL_STALE_PLAN) || reply.failedWith(ErrorCode.COMMIT_CONFLICT);
            if (!overtaken) {
                return answer(reply);
            }
        }
        return new DdlAnswer.NotNow();
    }

    private static DdlAnswer answer(Reply<DdlDecided> reply) {
        return reply.fold(
                accepted -> new DdlAnswer.Said(
                        ModelAnswer.of(accepted.result()), accepted.result().getSeq(), Optional.empty()),
                failed -> DdlAnswer.failed(failed.code()));
    }

    private static <C extends MessageLite> Reply<DdlDecided> submit(
            Replica replica, Operation<C, DdlDecided> operation, C body, Submission by) {
        return result(replica.submitter().submit(operation, body, by))
                .orElseGet(() -> Reply.failed(ErrorCode.OUTCOME_UNKNOWN, "no reply"));
    }

    private static <T> Optional<T> read(Replica replica, Function<View, T> query) {
        return result(replica.reader().read(Consistency.STRICT, query)).map(read -> read.value());
    }

    /** Empty if the stage failed, as it may on a node that closes. */
    private static <T> Optional<T> result(CompletionStage<T> stage) {
        try {
            return Optional.of(stage.toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS));
        } catch (ExecutionException | TimeoutException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    @Override
    public Optional<GroupSeen> look(int node, String group) {
        return Optional.ofNullable(replicas.get(node))
                .flatMap(replica -> read(replica, view -> DdlPicture.of(view, group)))
                .map(picture -> GroupSeen.of(GroupSeen.Depth.ROWS, picture));
    }

    @Override
    public void await(int node, String group, String shard, long seq) {
        // A look costs as little as asking whether there is something to look at.
    }
}
