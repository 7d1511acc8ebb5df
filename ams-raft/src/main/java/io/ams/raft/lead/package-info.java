/** What the leader alone does: duties that start when it is ready to lead and have stopped before it no longer does. */
@NullMarked
package io.ams.raft.lead;

import org.jspecify.annotations.NullMarked;
