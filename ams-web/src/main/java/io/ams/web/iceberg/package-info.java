/** The Iceberg REST catalog over HTTP: one resource per noun. Semantics are the catalog's; here are paths, bodies and headers. */
@NullMarked
package io.ams.web.iceberg;

import org.jspecify.annotations.NullMarked;
