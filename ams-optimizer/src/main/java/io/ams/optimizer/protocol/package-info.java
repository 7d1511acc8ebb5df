/** What workers and AMS say to each other: one record per JSON body. Fields are only ever added. */
@NullMarked
package io.ams.optimizer.protocol;

import org.jspecify.annotations.NullMarked;
