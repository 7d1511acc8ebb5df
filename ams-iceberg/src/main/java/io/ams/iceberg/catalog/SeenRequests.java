package io.ams.iceberg.catalog;

import com.google.protobuf.InvalidProtocolBufferException;
import io.ams.op.ErrorCode;
import io.ams.op.Operation;
import io.ams.proto.Outcome;
import io.ams.proto.RequestRow;
import io.ams.proto.TableCommitted;
import io.ams.raft.AmsException;
import io.ams.raft.Submission;
import io.ams.state.Columns;
import io.ams.state.StateCorruptedException;
import io.ams.state.View;
import java.util.Optional;

/** Requests that were answered before, by idempotency key. */
final class SeenRequests {
    private SeenRequests() {}

    /** What was answered under the caller's key, if anything was. */
    static Optional<RequestRow> find(View view, Caller caller) {
        return caller.hasKey() ? view.get(Columns.REQUESTS, caller.key()) : Optional.empty();
    }

    /** Whether anything was answered under this submission's key. */
    static boolean knows(View view, Submission submission) {
        return !submission.requestId().isEmpty()
                && view.get(Columns.REQUESTS, submission.requestId()).isPresent();
    }

    /**
     * The uuid of the table that the remembered request made or changed.
     *
     * @throws AmsException the refusal that was the answer then, or IDEMPOTENCY_KEY_REUSED if the key belongs to another request
     */
    static String tableOf(RequestRow seen, Operation<?, TableCommitted> operation, Caller caller) {
        if (seen.getOperation() != operation.body().getNumber()
                || !seen.getRequestHash().equals(caller.hash())) {
            throw Refusals.keyReused(caller.key());
        }
        Outcome outcome = seen.getOutcome();
        if (outcome.hasRefused()) {
            throw new AmsException(
                    ErrorCode.ofWireId(outcome.getRefused().getCode()).orElse(ErrorCode.INTERNAL),
                    outcome.getRefused().getDetail());
        }
        try {
            return TableCommitted.parseFrom(outcome.getAccepted()).getUuid();
        } catch (InvalidProtocolBufferException e) {
            throw new StateCorruptedException("the answer remembered under " + caller.key() + " does not read back", e);
        }
    }
}
