package io.ams.op;

import io.ams.ddl.group.DdlRefusal;
import io.ams.ddl.group.Outcome;
import io.ams.proto.DdlDecided;

/** What the coordination of shards refuses, as codes. */
final class DdlRefusals {
    private DdlRefusals() {}

    /** What the coordination said, as a decision. */
    static Decision<DdlDecided> decision(Outcome outcome) {
        return outcome instanceof Outcome.Done done
                ? Decision.accept(done.changes(), done.reply())
                : refusal((Outcome.Refused) outcome);
    }

    static Decision<DdlDecided> refusal(Outcome.Refused refused) {
        return Decision.refuse(code(refused.refusal()), refused.detail());
    }

    static ErrorCode code(DdlRefusal refusal) {
        return switch (refusal) {
            case MALFORMED -> ErrorCode.BAD_REQUEST;
            case GROUP_NOT_FOUND -> ErrorCode.DDL_GROUP_NOT_FOUND;
            case GROUP_EXISTS -> ErrorCode.DDL_GROUP_EXISTS;
            case TARGET_TAKEN -> ErrorCode.DDL_TARGET_TAKEN;
            case TARGET_GONE -> ErrorCode.DDL_TARGET_GONE;
            case MEMBER_NOT_FOUND -> ErrorCode.DDL_MEMBER_NOT_FOUND;
            case MEMBER_EXISTS -> ErrorCode.DDL_MEMBER_EXISTS;
            case JOIN_CONFLICT -> ErrorCode.DDL_JOIN_CONFLICT;
            case SEQ_MISMATCH -> ErrorCode.DDL_SEQ_MISMATCH;
            case SEQ_GAP -> ErrorCode.DDL_SEQ_GAP;
            case SEQ_ACKNOWLEDGED -> ErrorCode.DDL_SEQ_ACKNOWLEDGED;
            case RESYNC_REQUIRED -> ErrorCode.DDL_RESYNC_REQUIRED;
            case CHANGE_INVALID -> ErrorCode.DDL_CHANGE_INVALID;
            case QUEUE_FULL -> ErrorCode.DDL_QUEUE_FULL;
            case NOTHING_TO_RESOLVE -> ErrorCode.DDL_NOTHING_TO_RESOLVE;
            case VERB_REFUSED -> ErrorCode.DDL_VERB_REFUSED;
            case PENDING -> ErrorCode.DDL_PENDING;
            case STALE_PLAN -> ErrorCode.DDL_STALE_PLAN;
        };
    }
}
