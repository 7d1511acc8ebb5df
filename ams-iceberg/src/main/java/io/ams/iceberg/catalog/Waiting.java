package io.ams.iceberg.catalog;

/** What waits in the queue of a table: a commit, which may go together with others, or a turn that is taken alone. */
sealed interface Waiting permits PendingCommit, Turn {}
