package io.ams.op;

import com.google.protobuf.MessageLite;

/** Why a rule says no, before it is clear to which answer. */
record Objection(ErrorCode code, String detail) {
    /** The refusal that this objection amounts to. */
    <R extends MessageLite> Decision<R> refusal() {
        return Decision.refuse(code, detail);
    }
}
