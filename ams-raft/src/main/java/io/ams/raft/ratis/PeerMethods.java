package io.ams.raft.ratis;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.apache.ratis.thirdparty.io.grpc.MethodDescriptor;

/** The calls between nodes that Ratis has none for. Requests and answers are bytes here; {@code peer.proto} says which. */
final class PeerMethods {
    static final String SERVICE = "ams.Peer";

    /** A batch for the log; answers when it is applied. */
    static final MethodDescriptor<byte[], byte[]> SUBMIT = unary("Submit");

    /** The index that a strict read of the asking node must have applied. */
    static final MethodDescriptor<byte[], byte[]> BARRIER = unary("Barrier");

    /** The term that the asked node is in. */
    static final MethodDescriptor<byte[], byte[]> TERM = unary("Term");

    /** Lets the followers know how far the log is committed. */
    static final MethodDescriptor<byte[], byte[]> NUDGE = unary("Nudge");

    /** Who are you, and what do you know of me. */
    static final MethodDescriptor<byte[], byte[]> HELLO = unary("Hello");

    /** The members with the leader's figures. */
    static final MethodDescriptor<byte[], byte[]> MEMBERS = unary("Members");

    /** A change of the members; answers when it is done. */
    static final MethodDescriptor<byte[], byte[]> CHANGE = unary("Change");

    /** A checkpoint of the state. */
    static final MethodDescriptor<byte[], byte[]> CHECKPOINT =
            method("Checkpoint", MethodDescriptor.MethodType.SERVER_STREAMING);

    private PeerMethods() {}

    private static MethodDescriptor<byte[], byte[]> unary(String name) {
        return method(name, MethodDescriptor.MethodType.UNARY);
    }

    private static MethodDescriptor<byte[], byte[]> method(String name, MethodDescriptor.MethodType type) {
        return MethodDescriptor.newBuilder(new Bytes(), new Bytes())
                .setType(type)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, name))
                .build();
    }

    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
