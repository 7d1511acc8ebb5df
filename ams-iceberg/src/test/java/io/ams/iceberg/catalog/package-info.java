@NullMarked
package io.ams.iceberg.catalog;

import org.jspecify.annotations.NullMarked;
