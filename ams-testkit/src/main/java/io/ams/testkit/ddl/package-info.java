/** Shards that change their schemas: changes in a short notation, a driver for any replica, and the scenarios of the reference. */
@NullMarked
package io.ams.testkit.ddl;

import org.jspecify.annotations.NullMarked;
