/** Breaks the rules on purpose. */
@NullMarked
package io.ams.architecture.breach.ddl.group;

import org.jspecify.annotations.NullMarked;
