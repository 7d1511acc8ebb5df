/** Is the process alive, can it read, can it write: for load balancers and operators. */
@NullMarked
package io.ams.web.probe;

import org.jspecify.annotations.NullMarked;
