package io.ams.raft.ratis;

import io.ams.op.ErrorCode;
import io.ams.proto.Batch;
import io.ams.proto.BatchOutcome;
import java.util.ArrayList;
import java.util.List;

/**
 * A batch of this node's commands on its way to the log. It is proposed as often as it takes, unchanged: the state machine applies
 * it once. Guarded by the write loop's lock, but for the settling, which happens once.
 */
final class OutgoingBatch {
    /** Few enough that the last of them need not wait long for those before, enough that waking a thread pays. */
    private static final int CALLERS_AT_ONCE = 4;

    private static final long FIRST_BACKOFF_NANOS = 5_000_000;
    private static final long LAST_BACKOFF_NANOS = 100_000_000;

    private final Batch batch;
    private final List<PendingCommand> commands;
    private final long deadlineNanos;
    private boolean inFlight;
    private boolean perhapsProposed;
    private long backoffNanos = FIRST_BACKOFF_NANOS;
    private long nextTryNanos;

    OutgoingBatch(Batch batch, List<PendingCommand> commands, long nowNanos) {
        this.batch = batch;
        this.commands = commands;
        this.deadlineNanos = commands.stream()
                .mapToLong(PendingCommand::deadlineNanos)
                .reduce((a, b) -> a - b < 0 ? a : b)
                .orElse(nowNanos);
        this.nextTryNanos = nowNanos;
    }

    Batch batch() {
        return batch;
    }

    long sequence() {
        return batch.getSequence();
    }

    boolean isDue(long nowNanos) {
        return nowNanos - nextTryNanos >= 0;
    }

    boolean isOver(long nowNanos) {
        return nowNanos - deadlineNanos >= 0;
    }

    /** From now on its fate is open until an answer comes. */
    void depart() {
        inFlight = true;
    }

    /** Came back without an answer: to be tried again after a pause that grows. */
    void comeBack(boolean surelyNotProposed, long nowNanos) {
        inFlight = false;
        perhapsProposed |= !surelyNotProposed;
        nextTryNanos = nowNanos + backoffNanos;
        backoffNanos = Math.min(LAST_BACKOFF_NANOS, 2 * backoffNanos);
    }

    /** What gives every caller its own outcome, in pieces that several threads may run. */
    List<Runnable> settling(BatchOutcome outcome) {
        if (outcome.getStale() || outcome.getOutcomesCount() != commands.size()) {
            return List.of(() ->
                    fail(ErrorCode.OUTCOME_UNKNOWN, "a later batch of this node has taken the place of its outcome"));
        }
        List<Runnable> pieces = new ArrayList<>();
        for (int from = 0; from < commands.size(); from += CALLERS_AT_ONCE) {
            int first = from;
            int end = Math.min(commands.size(), from + CALLERS_AT_ONCE);
            pieces.add(() -> {
                for (int i = first; i < end; i++) {
                    commands.get(i).caller().outcome(outcome.getOutcomes(i));
                }
            });
        }
        return pieces;
    }

    /** Tells every caller that time is up, and what that means. */
    void giveUp() {
        if (perhapsProposed || inFlight) {
            fail(
                    ErrorCode.OUTCOME_UNKNOWN,
                    "the command was proposed and no answer came in time; it may or may not take effect."
                            + " Repeat it with the same idempotency key to find out");
        } else {
            fail(ErrorCode.NO_LEADER, "no leader took the command in time; nothing was changed. Try again");
        }
    }

    void fail(ErrorCode code, String detail) {
        commands.forEach(command -> command.caller().failed(code, detail));
    }
}
