/** What goes over the wire of the management API: one record for each request and answer. Absent values are left out. */
@NullMarked
package io.ams.web.api;

import org.jspecify.annotations.NullMarked;
