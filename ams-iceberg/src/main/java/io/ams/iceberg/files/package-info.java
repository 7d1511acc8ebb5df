/** File access: which file system a location belongs to, and that nothing outside a catalog's warehouse is ever opened. */
@NullMarked
package io.ams.iceberg.files;

import org.jspecify.annotations.NullMarked;
