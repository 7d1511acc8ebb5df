/** The rules of the house that a machine can keep, for the architecture test of each module. */
@NullMarked
package io.ams.testkit.architecture;

import org.jspecify.annotations.NullMarked;
