/** What a task is told and what it answers, and how both are packed: versioned JSON under gzip, never serialized objects. */
@NullMarked
package io.ams.optimizer.task;

import org.jspecify.annotations.NullMarked;
