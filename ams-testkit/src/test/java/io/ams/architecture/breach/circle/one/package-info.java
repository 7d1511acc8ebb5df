/** Breaks the rules on purpose. */
@NullMarked
package io.ams.architecture.breach.circle.one;

import org.jspecify.annotations.NullMarked;
