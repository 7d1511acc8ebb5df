package io.ams.raft.ratis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.ams.apply.Applier;
import io.ams.op.Operations;
import io.ams.proto.Batch;
import io.ams.proto.Entry;
import io.ams.raft.proto.CheckpointFile;
import io.ams.raft.proto.CheckpointManifest;
import io.ams.raft.proto.CheckpointPart;
import io.ams.store.Applied;
import io.ams.store.MemoryStore;
import io.ams.store.StateStore;
import io.ams.store.rocks.RocksStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.ratis.thirdparty.io.grpc.Server;
import org.apache.ratis.thirdparty.io.grpc.ServerServiceDefinition;
import org.apache.ratis.thirdparty.io.grpc.Status;
import org.apache.ratis.thirdparty.io.grpc.netty.NettyServerBuilder;
import org.apache.ratis.thirdparty.io.grpc.stub.ServerCalls;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checkpoints over a real connection, as they are and damaged on the way. */
class CheckpointTransferTest {
    private static final int MESSAGE_BYTES = 4 << 20;

    @TempDir
    private Path directory;

    private final PeerChannels channels = new PeerChannels(MESSAGE_BYTES);
    /** What the other node sends. */
    private final List<byte[]> parts = new ArrayList<>();

    private boolean breaksOff;
    private final Server server = NettyServerBuilder.forAddress(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .maxInboundMessageSize(MESSAGE_BYTES)
            .addService(ServerServiceDefinition.builder(PeerMethods.SERVICE)
                    .addMethod(PeerMethods.CHECKPOINT, ServerCalls.asyncServerStreamingCall((request, observer) -> {
                        parts.forEach(observer::onNext);
                        if (breaksOff) {
                            observer.onError(Status.UNAVAILABLE.asRuntimeException());
                        } else {
                            observer.onCompleted();
                        }
                    }))
                    .build())
            .build();

    @BeforeEach
    void start() throws IOException {
        server.start();
    }

    @AfterEach
    void stop() throws InterruptedException {
        channels.close();
        server.shutdownNow();
        assertThat(server.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
    }

    private Path work() {
        return directory.resolve("work");
    }

    private CheckpointTransfer receiver() {
        return new CheckpointTransfer("n2", new MemoryStore(), work(), channels, Runnable::run);
    }

    private String address() {
        return "127.0.0.1:" + server.getPort();
    }

    private static void fill(StateStore store) {
        Applier applier = new Applier(store, new Operations(), List.of());
        for (int i = 1; i <= 50; i++) {
            Entry entry = Entry.newBuilder()
                    .addBatches(Batch.newBuilder()
                            .setOrigin("n1")
                            .setSequence(i)
                            .addCommands(WriteLoopBench.put("x." + i, 1_000)))
                    .build();
            var unused = applier.apply(entry.toByteString().asReadOnlyByteBuffer(), 3, i);
        }
    }

    /** A whole checkpoint as a node sends it; returns where it stands. */
    private Applied record(StateStore store) throws IOException {
        fill(store);
        Path outgoing = directory.resolve("outgoing");
        new CheckpointTransfer("n1", store, outgoing, channels, Runnable::run).send(parts::add);
        try (Stream<Path> left = Files.list(outgoing)) {
            assertThat(left).as("a sent checkpoint leaves nothing behind").isEmpty();
        }
        return store.applied();
    }

    private void assertRefused() throws IOException {
        assertThatThrownBy(() -> receiver().from(address()).get(20, TimeUnit.SECONDS))
                .hasCauseInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no checkpoint from " + address());
        try (Stream<Path> left = Files.list(work())) {
            assertThat(left).as("what was refused leaves nothing behind").isEmpty();
        }
    }

    @Test
    void aCheckpointOfTheStoreOnDiskArrivesWhole() throws Exception {
        try (RocksStore sender = new RocksStore(directory.resolve("sender"));
                RocksStore taker = new RocksStore(directory.resolve("taker"))) {
            Applied sent = record(sender);
            CheckpointTransfer receiver = receiver();
            Path fetched = receiver.from(address()).get(60, TimeUnit.SECONDS);
            assertThat(receiver.position(fetched).index()).isEqualTo(50);
            assertThat(receiver.position(fetched).position().term()).isEqualTo(3);
            assertThat(receiver.position(fetched).digest()).isEqualTo(sent.digest());
            assertThat(taker.restore(fetched).digest()).isEqualTo(sent.digest());
            assertThat(taker.applied()).isEqualTo(sent);
        }
    }

    @Test
    void aWorkDirectoryNeedNotBeWrittenInOneWay() throws Exception {
        record(new MemoryStore());
        Path roundabout = directory.resolve("elsewhere").resolve("..").resolve("work");
        CheckpointTransfer receiver =
                new CheckpointTransfer("n2", new MemoryStore(), roundabout, channels, Runnable::run);
        Path fetched = receiver.from(address()).get(20, TimeUnit.SECONDS);
        assertThat(new MemoryStore().restore(fetched).index()).isEqualTo(50);
    }

    @Test
    void aFlippedByteIsRefused() throws Exception {
        record(new MemoryStore());
        byte[] bytes = CheckpointPart.parseFrom(parts.get(1)).getBytes().toByteArray();
        bytes[bytes.length / 2] ^= 1;
        parts.set(1, bytesPart(bytes));
        assertRefused();
    }

    @Test
    void aStreamThatEndsEarlyIsRefused() throws Exception {
        record(new MemoryStore());
        byte[] bytes = CheckpointPart.parseFrom(parts.get(1)).getBytes().toByteArray();
        parts.set(1, bytesPart(java.util.Arrays.copyOf(bytes, bytes.length - 1)));
        assertRefused();
    }

    @Test
    void aConnectionThatBreaksIsRefused() throws Exception {
        record(new MemoryStore());
        parts.remove(parts.size() - 1);
        breaksOff = true;
        assertRefused();
    }

    @Test
    void moreBytesThanTheManifestSaysAreRefused() throws Exception {
        record(new MemoryStore());
        parts.add(bytesPart(new byte[] {1}));
        assertRefused();
    }

    @Test
    void aCheckpointWithoutItsManifestIsRefused() throws Exception {
        record(new MemoryStore());
        parts.remove(0);
        assertRefused();
        parts.clear();
        assertRefused();
        parts.add(manifest());
        assertRefused();
    }

    @Test
    void aFileNameThatLeavesTheDirectoryIsRefused() throws Exception {
        byte[] content = {7};
        for (String name : List.of("../../evil", directory.resolve("evil").toString(), "a/../../../evil")) {
            parts.clear();
            parts.add(manifest(CheckpointFile.newBuilder()
                    .setName(name)
                    .setSize(1)
                    .setChecksum(checksum(content))
                    .build()));
            parts.add(bytesPart(content));
            assertRefused();
            assertThat(directory.resolve("evil")).as(name).doesNotExist();
        }
    }

    @Test
    void whatAnEarlierRunLeftIsRemoved() throws IOException {
        Path left = work().resolve("incoming-1").resolve("file");
        Files.createDirectories(left.getParent());
        Files.writeString(left, "half");
        assertThat(receiver()).isNotNull();
        assertThat(left).doesNotExist();
    }

    private static int checksum(byte[] content) {
        java.util.zip.CRC32C checksum = new java.util.zip.CRC32C();
        checksum.update(content);
        return (int) checksum.getValue();
    }

    private static byte[] manifest(CheckpointFile... files) {
        return CheckpointPart.newBuilder()
                .setManifest(CheckpointManifest.newBuilder().addAllFiles(List.of(files)))
                .build()
                .toByteArray();
    }

    private static byte[] bytesPart(byte[] bytes) {
        return CheckpointPart.newBuilder()
                .setBytes(ByteString.copyFrom(bytes))
                .build()
                .toByteArray();
    }
}
