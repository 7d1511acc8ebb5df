package io.ams.raft.ratis;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import io.ams.raft.proto.CheckpointFile;
import io.ams.raft.proto.CheckpointManifest;
import io.ams.raft.proto.CheckpointPart;
import io.ams.raft.proto.CheckpointRequest;
import io.ams.state.LogPosition;
import io.ams.state.StateDigest;
import io.ams.store.Applied;
import io.ams.store.StateStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends checkpoints of the state to other nodes, and fetches them: a manifest with sizes and checksums, then the bytes of the
 * files. What arrives is checked against the manifest before anybody sees it; the store that takes it over syncs it.
 */
final class CheckpointTransfer implements CheckpointDownload {
    private static final Logger LOG = LoggerFactory.getLogger(CheckpointTransfer.class);
    private static final int CHUNK = 1 << 20;
    private static final long TIMEOUT_MILLIS = 30 * 60_000L;

    private final String nodeId;
    private final StateStore store;
    private final Path workDirectory;
    private final PeerChannels channels;
    private final Executor blocking;
    private final AtomicLong count = new AtomicLong();
    private final Map<Path, Applied> fetched = new ConcurrentHashMap<>();

    /** @param workDirectory on the file system of the store; what is left in it from an earlier run is removed */
    CheckpointTransfer(String nodeId, StateStore store, Path workDirectory, PeerChannels channels, Executor blocking) {
        this.nodeId = nodeId;
        this.store = store;
        this.workDirectory = workDirectory.toAbsolutePath().normalize();
        this.channels = channels;
        this.blocking = blocking;
        remove(this.workDirectory);
    }

    @Override
    public CompletableFuture<Path> from(String raftAddress) {
        return CompletableFuture.supplyAsync(() -> fetch(raftAddress), blocking);
    }

    @Override
    public Applied position(Path checkpoint) {
        return Objects.requireNonNull(fetched.get(checkpoint), "not fetched here");
    }

    private Path fetch(String raftAddress) {
        Path target = workDirectory.resolve("incoming-" + count.incrementAndGet());
        try {
            Files.createDirectories(target);
            Iterator<byte[]> parts = channels.stream(
                    raftAddress,
                    PeerMethods.CHECKPOINT,
                    CheckpointRequest.newBuilder().setNodeId(nodeId).build().toByteArray(),
                    TIMEOUT_MILLIS);
            CheckpointManifest manifest = manifest(parts);
            PartReader bytes = new PartReader(parts);
            for (CheckpointFile file : manifest.getFilesList()) {
                receive(target, file, bytes);
            }
            bytes.end();
            Applied position = new Applied(
                    new LogPosition(manifest.getTerm(), manifest.getIndex(), 0),
                    new StateDigest(manifest.getDigestHigh(), manifest.getDigestLow()));
            fetched.put(target, position);
            LOG.info("checkpoint fetched from={} index={}", raftAddress, manifest.getIndex());
            return target;
        } catch (IOException | RuntimeException e) {
            remove(target);
            LOG.warn("checkpoint not fetched from={} reason={}", raftAddress, e.toString());
            throw new IllegalStateException("no checkpoint from " + raftAddress, e);
        }
    }

    private static CheckpointManifest manifest(Iterator<byte[]> parts) throws IOException {
        CheckpointPart first = parts.hasNext() ? parse(parts.next()) : CheckpointPart.getDefaultInstance();
        if (!first.hasManifest() || first.getManifest().getFilesCount() == 0) {
            throw new IOException("a checkpoint does not begin with what is in it");
        }
        return first.getManifest();
    }

    private static void receive(Path target, CheckpointFile file, PartReader bytes) throws IOException {
        Path path = target.resolve(file.getName()).normalize();
        if (!path.startsWith(target)) {
            throw new IOException("a checkpoint names a file outside of it: " + file.getName());
        }
        Files.createDirectories(Objects.requireNonNull(path.getParent()));
        CRC32C checksum = new CRC32C();
        try (OutputStream out = Files.newOutputStream(path)) {
            for (long left = file.getSize(); left > 0; ) {
                ByteString chunk = bytes.next(left);
                byte[] array = chunk.toByteArray();
                checksum.update(array);
                out.write(array);
                left -= array.length;
            }
        }
        if ((int) checksum.getValue() != file.getChecksum()) {
            throw new IOException("file " + file.getName() + " of a checkpoint does not have its checksum");
        }
    }

    /** The bytes of the parts that follow the manifest. */
    private static final class PartReader {
        private final Iterator<byte[]> parts;
        private ByteString rest = ByteString.EMPTY;

        PartReader(Iterator<byte[]> parts) {
            this.parts = parts;
        }

        ByteString next(long max) throws IOException {
            while (rest.isEmpty()) {
                if (!parts.hasNext()) {
                    throw new IOException("a checkpoint ended early");
                }
                rest = parse(parts.next()).getBytes();
            }
            ByteString taken = rest.substring(0, (int) Math.min(max, rest.size()));
            rest = rest.substring(taken.size());
            return taken;
        }

        /** Nothing may follow the last file. */
        void end() throws IOException {
            if (!rest.isEmpty() || parts.hasNext()) {
                throw new IOException("a checkpoint holds more than it says");
            }
        }
    }

    private static CheckpointPart parse(byte[] part) throws InvalidProtocolBufferException {
        return CheckpointPart.parseFrom(part);
    }

    /** Takes parts one by one, blocking while the other side is slow. */
    interface Sink {
        void send(byte[] part) throws IOException;
    }

    /** Writes a checkpoint of the state now and sends it. */
    void send(Sink sink) throws IOException {
        Path checkpoint = workDirectory.resolve("outgoing-" + count.incrementAndGet());
        try {
            Files.createDirectories(workDirectory);
            Applied position = store.checkpoint(checkpoint);
            List<Path> files = filesOf(checkpoint);
            CheckpointManifest.Builder manifest = CheckpointManifest.newBuilder()
                    .setTerm(position.position().term())
                    .setIndex(position.index())
                    .setDigestHigh(position.digest().high())
                    .setDigestLow(position.digest().low());
            for (Path file : files) {
                manifest.addFiles(describe(checkpoint, file));
            }
            sink.send(CheckpointPart.newBuilder().setManifest(manifest).build().toByteArray());
            for (Path file : files) {
                sendBytes(file, sink);
            }
        } finally {
            remove(checkpoint);
        }
    }

    private static List<Path> filesOf(Path directory) throws IOException {
        try (Stream<Path> walk = Files.walk(directory)) {
            return walk.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static CheckpointFile describe(Path checkpoint, Path file) throws IOException {
        CRC32C checksum = new CRC32C();
        byte[] buffer = new byte[CHUNK];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read > 0; read = in.read(buffer)) {
                checksum.update(buffer, 0, read);
            }
        }
        return CheckpointFile.newBuilder()
                .setName(checkpoint.relativize(file).toString())
                .setSize(Files.size(file))
                .setChecksum((int) checksum.getValue())
                .build();
    }

    private static void sendBytes(Path file, Sink sink) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            for (byte[] chunk = in.readNBytes(CHUNK); chunk.length > 0; chunk = in.readNBytes(CHUNK)) {
                sink.send(CheckpointPart.newBuilder()
                        .setBytes(UnsafeByteOperations.unsafeWrap(chunk))
                        .build()
                        .toByteArray());
            }
        }
    }

    private static void remove(Path tree) {
        if (!Files.exists(tree)) {
            return;
        }
        try (Stream<Path> walk = Files.walk(tree)) {
            for (Path path : walk.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            LOG.warn("left behind path={} reason={}", tree, e.toString());
        }
    }
}
