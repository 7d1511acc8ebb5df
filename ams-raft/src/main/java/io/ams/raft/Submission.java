package io.ams.raft;

import com.google.protobuf.ByteString;
import io.ams.proto.Command;

/**
 * Who submits a command, and how it is guarded.
 *
 * @param actor who asked, for the audit trail
 * @param requestId the caller's idempotency key, empty for none
 * @param requestHash hash of the request the key belongs to, empty without a key
 * @param forgetRefusal with a key: remember an accepted outcome only, so that a refused try may be repeated under the same key
 * @param expectedTerm the term that a leader duty runs in, 0 for none
 */
public record Submission(
        String actor, String requestId, ByteString requestHash, boolean forgetRefusal, long expectedTerm) {

    /** By this actor, without a key. */
    public static Submission by(String actor) {
        return new Submission(actor, "", ByteString.EMPTY, false, 0);
    }

    /** The same, applied at most once under this key. */
    public Submission withKey(String key, ByteString hash) {
        return new Submission(actor, key, hash, forgetRefusal, expectedTerm);
    }

    /** The same, with a refusal not remembered under the key. */
    public Submission forgettingRefusal() {
        return new Submission(actor, requestId, requestHash, true, expectedTerm);
    }

    /** The same, refused once the term is over. */
    public Submission inTerm(long term) {
        return new Submission(actor, requestId, requestHash, forgetRefusal, term);
    }

    /** The command's header. */
    public Command toHeader() {
        return Command.newBuilder()
                .setActor(actor)
                .setRequestId(requestId)
                .setRequestHash(requestHash)
                .setForgetRefusal(forgetRefusal)
                .setExpectedTerm(expectedTerm)
                .build();
    }
}
