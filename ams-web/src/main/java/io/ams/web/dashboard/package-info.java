/** The dashboard: its files, and the feed that keeps open pages up to date. */
@NullMarked
package io.ams.web.dashboard;

import org.jspecify.annotations.NullMarked;
