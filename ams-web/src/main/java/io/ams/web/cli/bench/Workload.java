package io.ams.web.cli.bench;

import java.nio.ByteBuffer;

/**
 * What a load sends. Each slot is one connection with at most one request under way; all calls come from the one thread of the
 * load. A response belongs to the slot's latest request.
 */
interface Workload {
    /** The next request of this slot, head and body. */
    ByteBuffer next(int slot);

    /** Looks at the answer. Says whether it counts as done; what does not is counted as failed. */
    boolean answered(int slot, int status, String body);
}
