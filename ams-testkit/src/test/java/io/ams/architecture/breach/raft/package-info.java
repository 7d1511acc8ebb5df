/** Breaks the rules on purpose. */
@NullMarked
package io.ams.architecture.breach.raft;

import org.jspecify.annotations.NullMarked;
