package io.ams.iceberg.files;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.RangeReadable;
import org.apache.iceberg.io.SeekableInputStream;

/** A local file to read. */
final class LocalInputFile implements InputFile {
    private final String location;
    private final Path path;

    LocalInputFile(String location, Path path) {
        this.location = location;
        this.path = path;
    }

    @Override
    public long getLength() {
        try {
            return Files.size(path);
        } catch (NoSuchFileException e) {
            throw notFound(e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the length of " + location, e);
        }
    }

    @Override
    public SeekableInputStream newStream() {
        try {
            return new Stream(FileChannel.open(path, StandardOpenOption.READ));
        } catch (NoSuchFileException e) {
            throw notFound(e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot open " + location, e);
        }
    }

    // The words of Iceberg's own file access: clients and their tests know them.
    private NotFoundException notFound(IOException cause) {
        return new NotFoundException(cause, "Failed to open input stream for file: %s", location);
    }

    @Override
    public String location() {
        return location;
    }

    @Override
    public boolean exists() {
        return Files.exists(path);
    }

    @Override
    public String toString() {
        return location;
    }

    private static final class Stream extends SeekableInputStream implements RangeReadable {
        private final FileChannel channel;

        Stream(FileChannel channel) {
            this.channel = channel;
        }

        @Override
        public long getPos() throws IOException {
            return channel.position();
        }

        @Override
        public void seek(long position) throws IOException {
            channel.position(position);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return length == 0 ? 0 : channel.read(ByteBuffer.wrap(bytes, offset, length));
        }

        @Override
        public void readFully(long position, byte[] bytes, int offset, int length) throws IOException {
            ByteBuffer target = ByteBuffer.wrap(bytes, offset, length);
            while (target.hasRemaining()) {
                if (channel.read(target, position + target.position() - offset) < 0) {
                    throw new EOFException("the file ends before " + (position + length));
                }
            }
        }

        @Override
        public int readTail(byte[] bytes, int offset, int length) throws IOException {
            int available = (int) Math.min(length, channel.size());
            readFully(channel.size() - available, bytes, offset, available);
            return available;
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
