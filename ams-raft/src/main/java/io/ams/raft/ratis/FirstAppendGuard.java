package io.ams.raft.ratis;

import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.thirdparty.io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import org.apache.ratis.thirdparty.io.grpc.Metadata;
import org.apache.ratis.thirdparty.io.grpc.ServerCall;
import org.apache.ratis.thirdparty.io.grpc.ServerCallHandler;
import org.apache.ratis.thirdparty.io.grpc.ServerInterceptor;

/**
 * Keeps a follower from taking an entry of its own for committed at the very beginning of the log.
 *
 * <p>An append without a previous entry begins at index 0, so with n entries it vouches for indices up to n - 1. Ratis 3.3.0
 * reckons up to n ({@code ServerImplUtils.effectiveCommitIndex} takes 0, not -1, for "no previous entry"). A heartbeat of that
 * kind makes a follower take index 0 for committed, whatever it has there; if it has an entry of a deposed leader, the leader's
 * own first entry then is refused for ever, and the node never catches up. This lowers the leader's commit index in such a
 * request to what it vouches for.
 */
final class FirstAppendGuard implements ServerInterceptor {
    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
            @Override
            public void onMessage(Q message) {
                super.onMessage(guarded(message));
            }
        };
    }

    @SuppressWarnings("unchecked") // a message is exchanged for one of its own class
    private static <Q> Q guarded(Q message) {
        return message instanceof AppendEntriesRequestProto append ? (Q) guard(append) : message;
    }

    static AppendEntriesRequestProto guard(AppendEntriesRequestProto append) {
        long vouchedFor = append.getEntriesCount() - 1L;
        return append.hasPreviousLog() || append.getLeaderCommit() <= vouchedFor
                ? append
                : append.toBuilder().setLeaderCommit(vouchedFor).build();
    }
}
