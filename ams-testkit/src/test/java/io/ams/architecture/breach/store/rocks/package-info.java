/** Breaks the rules on purpose. */
@NullMarked
package io.ams.architecture.breach.store.rocks;

import org.jspecify.annotations.NullMarked;
