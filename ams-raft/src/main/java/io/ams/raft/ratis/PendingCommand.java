package io.ams.raft.ratis;

import io.ams.op.ErrorCode;
import io.ams.proto.Command;
import io.ams.proto.Outcome;

/**
 * A command that waits for its outcome.
 *
 * @param deadlineNanos by {@link System#nanoTime}: after it the caller is told that nothing is known
 */
record PendingCommand(Command command, long deadlineNanos, Caller caller) {
    /** Whoever waits. Told once, on a callback thread. */
    interface Caller {
        void outcome(Outcome outcome);

        void failed(ErrorCode code, String detail);
    }
}
