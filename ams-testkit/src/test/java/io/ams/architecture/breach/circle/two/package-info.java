/** Breaks the rules on purpose. */
@NullMarked
package io.ams.architecture.breach.circle.two;

import org.jspecify.annotations.NullMarked;
