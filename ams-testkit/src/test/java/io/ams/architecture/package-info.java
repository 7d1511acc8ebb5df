/** What the packages of the state machine and of the Raft shell may see, and proof that each rule catches its breach. */
@NullMarked
package io.ams.architecture;

import org.jspecify.annotations.NullMarked;
