package io.ams.iceberg.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;

/** A local file to write. When its stream is closed, bytes and name are on the disk. */
final class LocalOutputFile implements OutputFile {
    private final String location;
    private final Path path;
    private final Path folder;

    LocalOutputFile(String location, Path path) {
        this.location = location;
        this.path = path;
        this.folder = path.resolveSibling("");
    }

    @Override
    public PositionOutputStream create() {
        try {
            return open(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException e) {
            throw new AlreadyExistsException(e, "File already exists: %s", location);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create " + location, e);
        }
    }

    @Override
    public PositionOutputStream createOrOverwrite() {
        try {
            return open(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create " + location, e);
        }
    }

    private PositionOutputStream open(OpenOption... options) throws IOException {
        makeDirectories(folder);
        return new Stream(FileChannel.open(path, options), folder);
    }

    /** Makes the missing folders, and the name of each durable in the one above it. */
    private static void makeDirectories(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Path above = folder.getParent();
        if (above != null) {
            makeDirectories(above);
        }
        Files.createDirectories(folder);
        if (above != null) {
            force(above);
        }
    }

    private static void force(Path folder) throws IOException {
        try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
            directory.force(true);
        }
    }

    @Override
    public String location() {
        return location;
    }

    @Override
    public InputFile toInputFile() {
        return new LocalInputFile(location, path);
    }

    @Override
    public String toString() {
        return location;
    }

    private static final class Stream extends PositionOutputStream {
        private static final int BUFFER = 64 * 1024;

        private final FileChannel channel;
        private final Path folder;
        private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
        private long written;

        Stream(FileChannel channel, Path folder) {
            this.channel = channel;
            this.folder = folder;
        }

        @Override
        public long getPos() {
            return written;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            if (length > buffer.remaining()) {
                drain();
            }
            if (length > buffer.capacity()) {
                writeAll(ByteBuffer.wrap(bytes, offset, length));
            } else {
                buffer.put(bytes, offset, length);
            }
            written += length;
        }

        @Override
        public void flush() throws IOException {
            drain();
        }

        private void drain() throws IOException {
            buffer.flip();
            writeAll(buffer);
            buffer.clear();
        }

        private void writeAll(ByteBuffer bytes) throws IOException {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }

        @Override
        public void close() throws IOException {
            if (channel.isOpen()) {
                try (channel) {
                    drain();
                    channel.force(true);
                }
                force(folder);
            }
        }
    }
}
