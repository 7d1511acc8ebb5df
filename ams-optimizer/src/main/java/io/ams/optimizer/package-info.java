/**
 * The worker: leases upkeep tasks from AMS over HTTP, runs them, hands results in at any node. Knows nothing of the service but
 * the protocol and the task types.
 */
@NullMarked
package io.ams.optimizer;

import org.jspecify.annotations.NullMarked;
