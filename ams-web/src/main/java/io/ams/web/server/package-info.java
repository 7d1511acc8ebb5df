/** What a node is started with, and the door through which the command line starts it. */
@NullMarked
package io.ams.web.server;

import org.jspecify.annotations.NullMarked;
