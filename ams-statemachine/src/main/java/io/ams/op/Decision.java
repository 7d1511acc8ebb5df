package io.ams.op;

import com.google.protobuf.MessageLite;
import io.ams.state.ChangeSet;

/** What a rule says to a command: changes and an answer, or a refusal that changes nothing. */
public sealed interface Decision<R extends MessageLite> {
    /** Yes: these changes, this answer. */
    record Accepted<R extends MessageLite>(ChangeSet changes, R result) implements Decision<R> {}

    /** No. The detail is for people: what was refused, why, and what to do. */
    record Refused<R extends MessageLite>(ErrorCode code, String detail) implements Decision<R> {}

    static <R extends MessageLite> Decision<R> accept(ChangeSet changes, R result) {
        return new Accepted<>(changes, result);
    }

    static <R extends MessageLite> Decision<R> refuse(ErrorCode code, String detail) {
        return new Refused<>(code, detail);
    }
}
