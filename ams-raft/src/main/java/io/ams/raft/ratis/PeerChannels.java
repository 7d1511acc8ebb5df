package io.ams.raft.ratis;

import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.thirdparty.io.grpc.CallOptions;
import org.apache.ratis.thirdparty.io.grpc.ConnectivityState;
import org.apache.ratis.thirdparty.io.grpc.ManagedChannel;
import org.apache.ratis.thirdparty.io.grpc.MethodDescriptor;
import org.apache.ratis.thirdparty.io.grpc.netty.NettyChannelBuilder;
import org.apache.ratis.thirdparty.io.grpc.stub.ClientCalls;
import org.apache.ratis.thirdparty.io.grpc.stub.StreamObserver;

/** Long-lived connections to the other nodes, one for each address. For any thread. */
final class PeerChannels implements AutoCloseable {
    private final int maxMessageBytes;
    private final Map<String, ManagedChannel> channels = new ConcurrentHashMap<>();

    PeerChannels(int maxMessageBytes) {
        this.maxMessageBytes = maxMessageBytes;
    }

    /** Calls and answers within the time, or fails. */
    CompletableFuture<byte[]> call(
            String address, MethodDescriptor<byte[], byte[]> method, byte[] request, long timeoutMillis) {
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(timeoutMillis, TimeUnit.MILLISECONDS);
        ClientCalls.asyncUnaryCall(channel(address).newCall(method, options), request, new StreamObserver<>() {
            @Override
            public void onNext(byte[] value) {
                answer.complete(value);
            }

            @Override
            public void onError(Throwable failure) {
                answer.completeExceptionally(failure);
            }

            @Override
            public void onCompleted() {
                answer.completeExceptionally(new IllegalStateException("a call ended without an answer"));
            }
        });
        return answer;
    }

    /** Calls and reads the parts of the answer as they come; blocks in the iterator. */
    Iterator<byte[]> stream(
            String address, MethodDescriptor<byte[], byte[]> method, byte[] request, long timeoutMillis) {
        CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(timeoutMillis, TimeUnit.MILLISECONDS);
        return ClientCalls.blockingServerStreamingCall(channel(address), method, options, request);
    }

    private ManagedChannel channel(String address) {
        ManagedChannel channel = channels.computeIfAbsent(address, this::open);
        if (channel.getState(false) == ConnectivityState.TRANSIENT_FAILURE) {
            // A node that was away may be back: do not wait out the back-off of an earlier try.
            channel.resetConnectBackoff();
        }
        return channel;
    }

    private ManagedChannel open(String address) {
        return NettyChannelBuilder.forTarget(address)
                .usePlaintext()
                .directExecutor()
                .maxInboundMessageSize(maxMessageBytes)
                .build();
    }

    @Override
    public void close() {
        channels.values().forEach(ManagedChannel::shutdownNow);
    }
}
