/** How a worker calls AMS: one door for calls, the nodes it knows, and what a failed call means. */
@NullMarked
package io.ams.optimizer.client;

import org.jspecify.annotations.NullMarked;
