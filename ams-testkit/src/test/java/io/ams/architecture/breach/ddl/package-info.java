/** Breaks the rules on purpose. */
@NullMarked
package io.ams.architecture.breach.ddl;

import org.jspecify.annotations.NullMarked;
