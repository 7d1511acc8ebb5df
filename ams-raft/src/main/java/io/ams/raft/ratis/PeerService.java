package io.ams.raft.ratis;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.ams.proto.Batch;
import io.ams.raft.AmsException;
import io.ams.raft.proto.PeerAnswer;
import io.ams.raft.proto.PeerBarrier;
import io.ams.raft.proto.PeerChange;
import io.ams.raft.proto.PeerHello;
import io.ams.raft.proto.PeerHelloAnswer;
import io.ams.raft.proto.PeerStatus;
import io.ams.raft.proto.PeerTerm;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.ratis.thirdparty.io.grpc.ServerServiceDefinition;
import org.apache.ratis.thirdparty.io.grpc.Status;
import org.apache.ratis.thirdparty.io.grpc.stub.ServerCallStreamObserver;
import org.apache.ratis.thirdparty.io.grpc.stub.ServerCalls;
import org.apache.ratis.thirdparty.io.grpc.stub.StreamObserver;
import org.jspecify.annotations.Nullable;

/** Answers the calls of the other nodes. Handlers run on the event loops of the
 * server, as Ratis' own do: what may block goes to a thread of its own. */
final class PeerService {
    private static final long SLOW_RECEIVER_SECONDS = 120;

    private final RatisLog log;
    private final WriteLoop loop;
    private final AppliedIndex applied;
    private final Leadership leadership;
    private final ReadIndex readIndex;
    private final RatisMembership membership;
    private final CheckpointTransfer checkpoints;
    private final Function<PeerHello, PeerHelloAnswer> hello;
    private final Executor blocking;

    PeerService(
            RatisLog log,
            WriteLoop loop,
            AppliedIndex applied,
            Leadership leadership,
            ReadIndex readIndex,
            RatisMembership membership,
            CheckpointTransfer checkpoints,
            Function<PeerHello, PeerHelloAnswer> hello,
            Executor blocking) {
        this.log = log;
        this.loop = loop;
        this.applied = applied;
        this.leadership = leadership;
        this.readIndex = readIndex;
        this.membership = membership;
        this.checkpoints = checkpoints;
        this.hello = hello;
        this.blocking = blocking;
    }

    /** A call that is answered later. */
    private interface Handler {
        CompletionStage<byte[]> handle(byte[] request) throws InvalidProtocolBufferException;
    }

    ServerServiceDefinition definition() {
        return ServerServiceDefinition.builder(PeerMethods.SERVICE)
                .addMethod(PeerMethods.SUBMIT, ServerCalls.asyncUnaryCall(unary(this::submit)))
                .addMethod(PeerMethods.BARRIER, ServerCalls.asyncUnaryCall(unary(this::barrier)))
                .addMethod(PeerMethods.TERM, ServerCalls.asyncUnaryCall(unary(this::term)))
                .addMethod(PeerMethods.NUDGE, ServerCalls.asyncUnaryCall(unary(this::nudge)))
                .addMethod(PeerMethods.HELLO, ServerCalls.asyncUnaryCall(unary(this::hello)))
                .addMethod(PeerMethods.MEMBERS, ServerCalls.asyncUnaryCall(unary(this::members)))
                .addMethod(PeerMethods.CHANGE, ServerCalls.asyncUnaryCall(unary(this::change)))
                .addMethod(PeerMethods.CHECKPOINT, ServerCalls.asyncServerStreamingCall(this::checkpoint))
                .build();
    }

    private static ServerCalls.UnaryMethod<byte[], byte[]> unary(Handler handler) {
        return (request, observer) -> {
            try {
                Completion.then(handler.handle(request), (answer, failure) -> {
                    if (answer != null) {
                        observer.onNext(answer);
                        observer.onCompleted();
                    } else {
                        observer.onError(Status.INTERNAL.withCause(failure).asRuntimeException());
                    }
                });
            } catch (InvalidProtocolBufferException e) {
                observer.onError(Status.INVALID_ARGUMENT.withCause(e).asRuntimeException());
            }
        };
    }

    private CompletionStage<byte[]> submit(byte[] request) throws InvalidProtocolBufferException {
        if (!log.leads()) {
            return notLeader();
        }
        return loop.addForwarded(Batch.parseFrom(request))
                .thenApply(outcome -> PeerAnswer.newBuilder()
                        .setStatus(PeerStatus.PEER_DONE)
                        .setOutcome(outcome.toByteString())
                        .build())
                .handle(PeerService::orStatus);
    }

    private CompletionStage<byte[]> barrier(byte[] request) throws InvalidProtocolBufferException {
        if (!log.leads()) {
            return notLeader();
        }
        PeerBarrier asked = PeerBarrier.parseFrom(request);
        return readIndex
                .confirm(asked.getNodeId(), asked.getTerm())
                .thenApply(index -> {
                    if (asked.getAppliedIndex() < index) {
                        loop.follow();
                    }
                    return PeerAnswer.newBuilder()
                            .setStatus(PeerStatus.PEER_DONE)
                            .setIndex(index)
                            .build();
                })
                .handle(PeerService::orStatus);
    }

    private CompletionStage<byte[]> term(byte[] request) {
        return CompletableFuture.completedFuture(
                PeerTerm.newBuilder().setTerm(leadership.currentTerm()).build().toByteArray());
    }

    private CompletionStage<byte[]> nudge(byte[] request) throws InvalidProtocolBufferException {
        RatisReader.nudged(request, applied, loop);
        return done(ByteString.EMPTY);
    }

    private CompletionStage<byte[]> hello(byte[] request) throws InvalidProtocolBufferException {
        PeerHello asking = PeerHello.parseFrom(request);
        return CompletableFuture.supplyAsync(() -> hello.apply(asking).toByteArray(), blocking);
    }

    private CompletionStage<byte[]> members(byte[] request) {
        return log.leads() ? done(membership.toMessage().toByteString()) : notLeader();
    }

    private CompletionStage<byte[]> change(byte[] request) throws InvalidProtocolBufferException {
        PeerChange change = PeerChange.parseFrom(request);
        return CompletableFuture.runAsync(() -> {}, blocking)
                .thenCompose(now -> membership.changeAsLeader(change))
                .handle((done, failure) -> {
                    Throwable cause = Completion.unwrap(failure);
                    if (cause instanceof AmsException refused) {
                        return PeerAnswer.newBuilder()
                                .setStatus(PeerStatus.PEER_REFUSED)
                                .setCode(refused.code().wireId())
                                .setDetail(refused.detail())
                                .build()
                                .toByteArray();
                    }
                    return orStatus(
                            PeerAnswer.newBuilder()
                                    .setStatus(PeerStatus.PEER_DONE)
                                    .build(),
                            cause);
                });
    }

    private static CompletionStage<byte[]> done(ByteString outcome) {
        return CompletableFuture.completedFuture(PeerAnswer.newBuilder()
                .setStatus(PeerStatus.PEER_DONE)
                .setOutcome(outcome)
                .build()
                .toByteArray());
    }

    private static CompletionStage<byte[]> notLeader() {
        return CompletableFuture.completedFuture(
                orStatus(null, new LogAccess.NotProposedException("this node does not lead")));
    }

    private static byte[] orStatus(@Nullable PeerAnswer answer, @Nullable Throwable failure) {
        Throwable cause = Completion.unwrap(failure);
        if (answer != null && cause == null) {
            return answer.toByteArray();
        }
        boolean surely = cause instanceof LogAccess.NotProposedException;
        return PeerAnswer.newBuilder()
                .setStatus(surely ? PeerStatus.PEER_NOT_LEADER : PeerStatus.PEER_RETRY)
                .setDetail(String.valueOf(cause))
                .build()
                .toByteArray();
    }

    private void checkpoint(byte[] request, StreamObserver<byte[]> observer) {
        ServerCallStreamObserver<byte[]> receiver = (ServerCallStreamObserver<byte[]>) observer;
        Semaphore room = new Semaphore(0);
        receiver.setOnReadyHandler(room::release);
        receiver.setOnCancelHandler(room::release);
        blocking.execute(() -> {
            try {
                checkpoints.send(part -> {
                    awaitRoom(receiver, room);
                    receiver.onNext(part);
                });
                receiver.onCompleted();
            } catch (IOException | RuntimeException e) {
                receiver.onError(Status.UNAVAILABLE
                        .withDescription("no checkpoint: " + e)
                        .withCause(e)
                        .asRuntimeException());
            }
        });
    }

    private static void awaitRoom(ServerCallStreamObserver<byte[]> receiver, Semaphore room) throws IOException {
        try {
            while (!receiver.isReady()) {
                if (receiver.isCancelled() || !room.tryAcquire(SLOW_RECEIVER_SECONDS, TimeUnit.SECONDS)) {
                    throw new IOException("the receiver of a checkpoint has gone");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while sending a checkpoint", e);
        }
    }
}
