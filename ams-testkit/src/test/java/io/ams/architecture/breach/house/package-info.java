/** Breaks the rules on purpose. */
@NullMarked
package io.ams.architecture.breach.house;

import org.jspecify.annotations.NullMarked;
