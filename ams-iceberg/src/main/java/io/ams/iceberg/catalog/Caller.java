package io.ams.iceberg.catalog;

import com.google.protobuf.ByteString;
import io.ams.raft.Submission;

/**
 * Who asks for a write.
 *
 * @param actor for the audit trail
 * @param key the request's idempotency key, empty for none
 * @param hash hash of the request the key belongs to, empty without a key
 */
public record Caller(String actor, String key, ByteString hash) {
    /** By this actor, without a key. */
    public static Caller of(String actor) {
        return new Caller(actor, "", ByteString.EMPTY);
    }

    boolean hasKey() {
        return !key.isEmpty();
    }

    Submission submission() {
        return hasKey() ? Submission.by(actor).withKey(key, hash) : Submission.by(actor);
    }
}
