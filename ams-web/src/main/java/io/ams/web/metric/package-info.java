/** The node's figures, and how Prometheus reads them. */
@NullMarked
package io.ams.web.metric;

import org.jspecify.annotations.NullMarked;
