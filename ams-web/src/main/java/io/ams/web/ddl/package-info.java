/** What shards say, as messages of the core, and what the core knows of them, as answers. */
@NullMarked
package io.ams.web.ddl;

import org.jspecify.annotations.NullMarked;
