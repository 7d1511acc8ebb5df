@NullMarked
package io.ams.web.cli.bench;

import org.jspecify.annotations.NullMarked;
