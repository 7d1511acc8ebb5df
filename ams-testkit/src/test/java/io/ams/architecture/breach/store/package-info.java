/** Breaks the rules on purpose. */
@NullMarked
package io.ams.architecture.breach.store;

import org.jspecify.annotations.NullMarked;
