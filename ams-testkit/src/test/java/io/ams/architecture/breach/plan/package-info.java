/** Breaks the rules on purpose. */
@NullMarked
package io.ams.architecture.breach.plan;

import org.jspecify.annotations.NullMarked;
