/** The main job end to end: real processes of the distribution, and what happens to them in a data centre. */
@NullMarked
package io.ams.web.it;

import org.jspecify.annotations.NullMarked;
