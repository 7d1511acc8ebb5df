/** What shards and AMS say to each other about schemas, as records that become JSON. Both sides use them. */
@NullMarked
package io.ams.ddl.protocol;

import org.jspecify.annotations.NullMarked;
