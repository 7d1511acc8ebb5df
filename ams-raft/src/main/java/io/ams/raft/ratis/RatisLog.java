package io.ams.raft.ratis;

import com.google.protobuf.InvalidProtocolBufferException;
import io.ams.proto.Batch;
import io.ams.proto.BatchOutcome;
import io.ams.proto.Entry;
import io.ams.proto.EntryOutcome;
import io.ams.raft.proto.PeerAnswer;
import io.ams.raft.proto.PeerStatus;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientAsynchronousProtocol;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.exceptions.LeaderNotReadyException;
import org.apache.ratis.protocol.exceptions.LeaderSteppingDownException;
import org.apache.ratis.protocol.exceptions.RaftException;
import org.apache.ratis.protocol.exceptions.ResourceUnavailableException;
import org.apache.ratis.protocol.exceptions.ServerNotReadyException;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftConfiguration;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.jspecify.annotations.Nullable;

/** The way to the log through the Ratis server in this process, and to the leader's. */
final class RatisLog implements LogAccess {
    private static final long FORWARD_TIMEOUT_MILLIS = 3_000;

    private final RaftGroupId group;
    private final PeerChannels channels;
    private final ClientId client = ClientId.randomId();
    private final AtomicLong calls = new AtomicLong();
    private volatile @Nullable RaftServer attached;

    RatisLog(RaftGroupId group, PeerChannels channels) {
        this.group = group;
        this.channels = channels;
    }

    /** The server to use; before any other call. Ratis wants its services, which use this, when the server is built. */
    void attach(RaftServer server) {
        attached = server;
    }

    RaftServer server() {
        RaftServer server = attached;
        if (server == null) {
            throw new IllegalStateException("the Ratis server is not built yet");
        }
        return server;
    }

    RaftServer.Division division() {
        try {
            return server().getDivision(group);
        } catch (IOException e) {
            throw new IllegalStateException("this node has no part in the group any more", e);
        }
    }

    private @Nullable DivisionInfo info() {
        try {
            return server().getDivision(group).getInfo();
        } catch (IOException e) {
            return null; // the division is closed: this node leads nothing and knows nobody
        }
    }

    @Override
    public boolean leads() {
        DivisionInfo info = info();
        return info != null && info.isLeaderReady();
    }

    @Override
    public boolean knowsLeader() {
        return leaderElsewhere().isPresent();
    }

    /** The address of the leader, if it is another node and known. */
    Optional<String> leaderElsewhere() {
        DivisionInfo info = info();
        RaftPeerId leader = info == null ? null : info.getLeaderId();
        if (leader == null || leader.equals(server().getId())) {
            return Optional.empty();
        }
        try {
            RaftConfiguration members = server().getDivision(group).getRaftConf();
            return Optional.ofNullable(members.getPeer(leader)).map(RaftPeer::getAddress);
        } catch (IOException e) {
            return Optional.empty(); // closed just now
        }
    }

    @Override
    public CompletableFuture<Proposed> propose(Entry entry) {
        RaftClientRequest request = request(RaftClientRequest.writeRequestType())
                .setMessage(Message.valueOf(UnsafeByteOperations.unsafeWrap(entry.toByteArray())))
                .build();
        CompletableFuture<RaftClientReply> reply;
        try {
            reply = division(server().getDivision(group)).submitClientRequestAsync(request);
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
        return reply.thenCompose(RatisLog::proposed);
    }

    /** Straight to the division: the server in front of it would hand the request to a thread of its own and wait for that. */
    private RaftClientAsynchronousProtocol division(RaftServer.Division division) {
        return division instanceof RaftClientAsynchronousProtocol straight ? straight : server();
    }

    private static CompletableFuture<Proposed> proposed(RaftClientReply reply) {
        if (reply.isSuccess()) {
            try {
                EntryOutcome outcome =
                        EntryOutcome.parseFrom(reply.getMessage().getContent().asReadOnlyByteBuffer());
                return CompletableFuture.completedFuture(new Proposed(reply.getLogIndex(), outcome));
            } catch (InvalidProtocolBufferException e) {
                return CompletableFuture.failedFuture(e);
            }
        }
        RaftException failure = reply.getException();
        boolean before = failure instanceof LeaderNotReadyException
                || failure instanceof LeaderSteppingDownException
                || failure instanceof ResourceUnavailableException
                || failure instanceof ServerNotReadyException;
        return CompletableFuture.failedFuture(
                before ? new NotProposedException(String.valueOf(failure.getMessage())) : failure);
    }

    @Override
    public CompletableFuture<BatchOutcome> forward(Batch batch) {
        return askLeader(PeerMethods.SUBMIT, batch.toByteArray(), FORWARD_TIMEOUT_MILLIS)
                .thenCompose(answer -> {
                    try {
                        return CompletableFuture.completedFuture(BatchOutcome.parseFrom(answer.getOutcome()));
                    } catch (InvalidProtocolBufferException e) {
                        return CompletableFuture.failedFuture(e);
                    }
                });
    }

    /** Asks the leader, which is another node. Fails with {@link NotProposedException} when it surely did nothing. */
    CompletableFuture<PeerAnswer> askLeader(
            org.apache.ratis.thirdparty.io.grpc.MethodDescriptor<byte[], byte[]> method,
            byte[] request,
            long timeoutMillis) {
        Optional<String> leader = leaderElsewhere();
        if (leader.isEmpty()) {
            return CompletableFuture.failedFuture(new NotProposedException("no leader is known"));
        }
        return channels.call(leader.get(), method, request, timeoutMillis).thenCompose(RatisLog::answered);
    }

    private static CompletableFuture<PeerAnswer> answered(byte[] bytes) {
        try {
            PeerAnswer answer = PeerAnswer.parseFrom(bytes);
            PeerStatus status = answer.getStatus();
            if (status == PeerStatus.PEER_DONE || status == PeerStatus.PEER_REFUSED) {
                return CompletableFuture.completedFuture(answer);
            }
            boolean surely = status == PeerStatus.PEER_NOT_LEADER || status == PeerStatus.PEER_OVERLOADED;
            return CompletableFuture.failedFuture(
                    surely ? new NotProposedException(answer.getDetail()) : new IOException(answer.getDetail()));
        } catch (InvalidProtocolBufferException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    RaftClientRequest.Builder request(RaftClientRequest.Type type) {
        return RaftClientRequest.newBuilder()
                .setClientId(client)
                .setServerId(server().getId())
                .setGroupId(group)
                .setCallId(nextCall())
                .setType(type);
    }

    ClientId client() {
        return client;
    }

    long nextCall() {
        return calls.incrementAndGet();
    }

    RaftGroupId group() {
        return group;
    }
}
