@NullMarked
package io.ams.web.iceberg;

import org.jspecify.annotations.NullMarked;
