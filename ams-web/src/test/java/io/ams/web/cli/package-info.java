@NullMarked
package io.ams.web.cli;

import org.jspecify.annotations.NullMarked;
