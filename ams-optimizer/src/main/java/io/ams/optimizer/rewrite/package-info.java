/** The file work itself: reads data files with their deletes applied and writes them anew. */
@NullMarked
package io.ams.optimizer.rewrite;

import org.jspecify.annotations.NullMarked;
