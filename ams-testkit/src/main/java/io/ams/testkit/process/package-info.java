/** Clusters of real processes: started, killed, paused and watched from outside, as an operator's machine would see them. */
@NullMarked
package io.ams.testkit.process;

import org.jspecify.annotations.NullMarked;
