@NullMarked
package io.ams.web.cli.demo;

import org.jspecify.annotations.NullMarked;
