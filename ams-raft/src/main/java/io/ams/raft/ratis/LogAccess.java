package io.ams.raft.ratis;

import io.ams.proto.Batch;
import io.ams.proto.BatchOutcome;
import io.ams.proto.Entry;
import io.ams.proto.EntryOutcome;
import java.util.concurrent.CompletableFuture;

/** The ways from this node to the log: straight to it while this node leads, through the leader otherwise. */
interface LogAccess {
    /** Whether this node leads and is ready to. */
    boolean leads();

    /** Whether some other node is known to lead. */
    boolean knowsLeader();

    /** Proposes the entry here. Fails with {@link NotProposedException} if it surely is not in the log. */
    CompletableFuture<Proposed> propose(Entry entry);

    /** Hands the batch to the leader. Fails with {@link NotProposedException} if it surely is not in the log. */
    CompletableFuture<BatchOutcome> forward(Batch batch);

    /** An entry that has been committed and applied. */
    record Proposed(long index, EntryOutcome outcome) {}

    /** What was to be proposed surely was not. */
    final class NotProposedException extends Exception {
        private static final long serialVersionUID = 1L;

        NotProposedException(String why) {
            super(why, null, false, false);
        }
    }
}
