/** How a failure is answered: status, headers and body, the same from every layer. */
@NullMarked
package io.ams.web.error;

import org.jspecify.annotations.NullMarked;
