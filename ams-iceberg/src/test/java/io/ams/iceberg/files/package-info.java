@NullMarked
package io.ams.iceberg.files;

import org.jspecify.annotations.NullMarked;
