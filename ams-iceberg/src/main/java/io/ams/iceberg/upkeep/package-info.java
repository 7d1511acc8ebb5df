/**
 * Upkeep of the tables that this node owns: notices what needs work, plans it, commits what workers made, deletes what was
 * purged. Everything it does goes through the log with the epoch of the table's bucket, so a former owner changes nothing.
 */
@NullMarked
package io.ams.iceberg.upkeep;

import org.jspecify.annotations.NullMarked;
