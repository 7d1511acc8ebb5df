/** What changed, told in log order to whoever wants to know. */
@NullMarked
package io.ams.publish;

import org.jspecify.annotations.NullMarked;
