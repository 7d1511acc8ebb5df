/** The life of one node: built by hand in reading order, stopped in the mirror of it, and what it does when it cannot go on. */
@NullMarked
package io.ams.raft.node;

import org.jspecify.annotations.NullMarked;
