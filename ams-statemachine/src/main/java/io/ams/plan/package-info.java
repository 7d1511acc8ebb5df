/** Pure planners: from a view and a time to the operations that a leader duty should submit. */
@NullMarked
package io.ams.plan;

import org.jspecify.annotations.NullMarked;
