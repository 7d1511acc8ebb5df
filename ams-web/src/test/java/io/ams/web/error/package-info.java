@NullMarked
package io.ams.web.error;

import org.jspecify.annotations.NullMarked;
