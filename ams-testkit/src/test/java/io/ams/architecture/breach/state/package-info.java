/** Breaks the rules on purpose. */
@NullMarked
package io.ams.architecture.breach.state;

import org.jspecify.annotations.NullMarked;
