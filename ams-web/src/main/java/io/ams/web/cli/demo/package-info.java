/** The table of {@code bin/ams demo}, made, filled and read with nothing but the Iceberg client. */
@NullMarked
package io.ams.web.cli.demo;

import org.jspecify.annotations.NullMarked;
