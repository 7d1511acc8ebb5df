/** Breaks the rules on purpose. */
@NullMarked
package io.ams.architecture.breach.apply;

import org.jspecify.annotations.NullMarked;
