/** Histories of commands made from a seed, ways to put them into a log, and a second, naive reading of the rules to compare with. */
@NullMarked
package io.ams.testkit.history;

import org.jspecify.annotations.NullMarked;
