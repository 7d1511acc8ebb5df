package io.ams.apply;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import io.ams.op.Decision;
import io.ams.op.ErrorCode;
import io.ams.op.Operation;
import io.ams.op.Operations;
import io.ams.proto.ClusterRow;
import io.ams.proto.Command;
import io.ams.proto.FoldedRequest;
import io.ams.proto.MarkRow;
import io.ams.proto.Outcome;
import io.ams.proto.Refusal;
import io.ams.proto.RequestRow;
import io.ams.state.ChangeSet;
import io.ams.state.Columns;
import io.ams.state.KeyRange;
import io.ams.state.Keys;
import io.ams.state.Rows;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Applies one command: the guards that hold for all, then the rule of its operation. */
final class CommandApplier {
    /** How long the outcome of a request with an idempotency key is remembered: what clients are told, and a margin. */
    static final long REQUEST_RETENTION_MILLIS = 35 * 60 * 1000L;

    /** Old requests forgotten with each new one: more than one, so that the table shrinks after a burst. */
    private static final int FORGOTTEN_AT_ONCE = 3;

    private static final int FIRST_FEATURE_LEVEL = 1;

    private final Operations operations;

    CommandApplier(Operations operations) {
        this.operations = operations;
    }

    Outcome apply(Command command, OpenEntry open) {
        Operation<?, ?> operation = operations.of(command);
        Optional<Outcome> early = guard(command, operation, open);
        if (early.isPresent()) {
            return early.get();
        }
        Outcome outcome = decide(operation, command, open);
        if (!command.getRequestId().isEmpty() && !(outcome.hasRefused() && command.getForgetRefusal())) {
            remember(command, command.getRequestId(), command.getRequestHash(), outcome, open);
        }
        if (outcome.hasAccepted()) {
            for (FoldedRequest folded : folded(operation, command)) {
                remember(command, folded.getRequestId(), folded.getRequestHash(), outcome, open);
            }
        }
        return outcome;
    }

    private static <C extends MessageLite> List<FoldedRequest> folded(Operation<C, ?> operation, Command command) {
        return operation.folded(operation.bodyOf(command));
    }

    private static Optional<Outcome> guard(Command command, Operation<?, ?> operation, OpenEntry open) {
        if (!command.getRequestId().isEmpty()) {
            Optional<RequestRow> seen = open.view().get(Columns.REQUESTS, command.getRequestId());
            if (seen.isPresent() && !isForgotten(seen.get(), open)) {
                return Optional.of(answerAgain(command, seen.get(), open));
            }
        }
        for (FoldedRequest folded : folded(operation, command)) {
            Optional<RequestRow> seen = open.view().get(Columns.REQUESTS, folded.getRequestId());
            if (seen.isPresent() && !isForgotten(seen.get(), open)) {
                return Optional.of(refused(
                        open,
                        ErrorCode.IDEMPOTENCY_KEY_REUSED,
                        "idempotency key " + folded.getRequestId()
                                + " was answered before; leave its request out and try again"));
            }
        }
        if (command.getExpectedTerm() != 0
                && command.getExpectedTerm() != open.at().term()) {
            return Optional.of(refused(
                    open,
                    ErrorCode.STALE_TERM,
                    "term " + command.getExpectedTerm() + " is over, now is "
                            + open.at().term()));
        }
        int level = open.view()
                .get(Columns.CLUSTER, Keys.Single.KEY)
                .map(ClusterRow::getFeatureLevel)
                .orElse(FIRST_FEATURE_LEVEL);
        if (operation.since() > level) {
            return Optional.of(refused(
                    open,
                    ErrorCode.FEATURE_NOT_ENABLED,
                    operation.name() + " needs feature level " + operation.since() + ", the cluster is at " + level
                            + "; raise it when every node runs a release that knows it"));
        }
        return Optional.empty();
    }

    private static boolean isForgotten(RequestRow seen, OpenEntry open) {
        return seen.getTimeMillis() + REQUEST_RETENTION_MILLIS < open.at().timeMillis();
    }

    private static Outcome answerAgain(Command command, RequestRow seen, OpenEntry open) {
        if (seen.getOperation() != command.getBodyCase().getNumber()
                || !seen.getRequestHash().equals(command.getRequestHash())) {
            return refused(
                    open,
                    ErrorCode.IDEMPOTENCY_KEY_REUSED,
                    "idempotency key " + command.getRequestId()
                            + " belongs to another request; use a new key for each request");
        }
        return seen.getOutcome().toBuilder().setReplayed(true).build();
    }

    private static <C extends MessageLite, R extends MessageLite> Outcome decide(
            Operation<C, R> operation, Command command, OpenEntry open) {
        Decision<R> decision = operation.decide(open.view(), open.at(), operation.bodyOf(command));
        if (decision instanceof Decision.Accepted<R> accepted) {
            open.add(accepted.changes());
            return Outcome.newBuilder()
                    .setIndex(open.at().index())
                    .setAccepted(accepted.result().toByteString())
                    .build();
        }
        Decision.Refused<R> refused = (Decision.Refused<R>) decision;
        return refused(open, refused.code(), refused.detail());
    }

    private static Outcome refused(OpenEntry open, ErrorCode code, String detail) {
        return Outcome.newBuilder()
                .setIndex(open.at().index())
                .setRefused(Refusal.newBuilder().setCode(code.wireId()).setDetail(detail))
                .build();
    }

    private static void remember(
            Command command, String requestId, ByteString requestHash, Outcome outcome, OpenEntry open) {
        ChangeSet.Builder changes = ChangeSet.builder();
        for (Map.Entry<Keys.TimedKey, MarkRow> oldest :
                Rows.first(open.view(), Columns.REQUESTS_BY_TIME, KeyRange.all(), FORGOTTEN_AT_ONCE)) {
            if (oldest.getKey().timeMillis() + REQUEST_RETENTION_MILLIS
                    < open.at().timeMillis()) {
                changes.delete(Columns.REQUESTS_BY_TIME, oldest.getKey())
                        .delete(Columns.REQUESTS, oldest.getKey().id());
            }
        }
        changes.put(
                        Columns.REQUESTS,
                        requestId,
                        RequestRow.newBuilder()
                                .setRequestHash(requestHash)
                                .setOperation(command.getBodyCase().getNumber())
                                .setOutcome(outcome)
                                .setTimeMillis(open.at().timeMillis())
                                .build())
                .put(
                        Columns.REQUESTS_BY_TIME,
                        new Keys.TimedKey(open.at().timeMillis(), requestId),
                        MarkRow.getDefaultInstance());
        open.add(changes.build());
    }
}
