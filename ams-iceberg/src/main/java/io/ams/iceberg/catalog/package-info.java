/**
 * The semantics of the Iceberg REST catalog on the replicated state: namespaces, tables, and the commit path. Knows nothing of HTTP.
 */
@NullMarked
package io.ams.iceberg.catalog;

import org.jspecify.annotations.NullMarked;
