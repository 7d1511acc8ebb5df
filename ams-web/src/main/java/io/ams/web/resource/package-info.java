/** The management API, one class for each noun. A method parses, submits or reads, and renders; it decides nothing. */
@NullMarked
package io.ams.web.resource;

import org.jspecify.annotations.NullMarked;
