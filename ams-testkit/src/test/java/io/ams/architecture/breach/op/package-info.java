/** Breaks the rules on purpose. */
@NullMarked
package io.ams.architecture.breach.op;

import org.jspecify.annotations.NullMarked;
