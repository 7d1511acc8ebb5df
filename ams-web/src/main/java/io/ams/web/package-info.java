/** The edge of a node: one application that serves the catalog, the management API, the dashboard, probes and figures. */
@NullMarked
package io.ams.web;

import org.jspecify.annotations.NullMarked;
