/** Breaks the rules on purpose. */
@NullMarked
package io.ams.architecture.breach.publish;

import org.jspecify.annotations.NullMarked;
