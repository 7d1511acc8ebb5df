/** From a log entry to changed state: guard, decide, commit, publish. The only code that commits. */
@NullMarked
package io.ams.apply;

import org.jspecify.annotations.NullMarked;
