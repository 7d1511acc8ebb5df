/** Between Iceberg's schemas and the shapes that the replicated state knows of tables: nothing is lost on the way there and back. */
@NullMarked
package io.ams.iceberg.schema;

import org.jspecify.annotations.NullMarked;
