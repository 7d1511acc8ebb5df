package io.ams.web.cli.bench;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Optional;

/** One keep-alive connection with one request under way. Not thread-safe. */
final class HttpConnection {
    final int slot;
    /** {@link System#nanoTime} when the request under way was sent; 0 if none is. */
    long sentAt;

    private final InetSocketAddress server;
    private SocketChannel channel;
    private SelectionKey key;
    private ResponseReader reader = new ResponseReader();
    private ByteBuffer request = ByteBuffer.allocate(0);

    HttpConnection(int slot, URI server, Selector selector) throws IOException {
        this.slot = slot;
        this.server = new InetSocketAddress(server.getHost(), server.getPort());
        this.channel = open();
        this.key = channel.register(selector, SelectionKey.OP_READ, this);
    }

    /** Starts sending. There must be no request under way. */
    void send(ByteBuffer bytes) throws IOException {
        sentAt = System.nanoTime();
        request = bytes;
        write();
    }

    /** Goes on with sending and reading; the answer, if it is whole now. */
    Optional<ResponseReader.Response> ready(ByteBuffer scratch) throws IOException {
        if (key.isWritable()) {
            write();
        }
        if (!key.isReadable()) {
            return Optional.empty();
        }
        scratch.clear();
        if (channel.read(scratch) < 0) {
            throw new EOFException("the server closed the connection");
        }
        scratch.flip();
        return reader.read(scratch);
    }

    /** Opens the connection anew after a failure; the request under way is forgotten. */
    void reopen(Selector selector) throws IOException {
        close();
        reader = new ResponseReader();
        sentAt = 0;
        channel = open();
        key = channel.register(selector, SelectionKey.OP_READ, this);
    }

    void close() throws IOException {
        key.cancel();
        channel.close();
    }

    private void write() throws IOException {
        channel.write(request);
        key.interestOps(request.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
    }

    private SocketChannel open() throws IOException {
        SocketChannel opened = SocketChannel.open(server);
        opened.configureBlocking(false);
        opened.setOption(StandardSocketOptions.TCP_NODELAY, true);
        return opened;
    }
}
