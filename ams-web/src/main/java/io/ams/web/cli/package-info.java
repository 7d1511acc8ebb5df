/** The command lines: the process of a node ({@code ServerMain}) and the client {@code bin/ams} ({@code AmsCli}). */
@NullMarked
package io.ams.web.cli;

import org.jspecify.annotations.NullMarked;
