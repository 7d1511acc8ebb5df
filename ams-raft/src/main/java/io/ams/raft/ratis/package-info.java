/** The only code that sees Ratis. No domain word in it: it carries bytes. */
@NullMarked
package io.ams.raft.ratis;

import org.jspecify.annotations.NullMarked;
