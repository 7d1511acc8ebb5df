package io.ams.iceberg.upkeep;

/**
 * What a commit of upkeep says beside the pointer: the process it ends, and in whose name.
 *
 * @param actor for the audit trail
 * @param epoch of the table's bucket, as the owner knows it
 * @param outputFiles how many data files it adds
 */
record ProcessCommit(String processId, String actor, long epoch, long outputFiles, long outputBytes) {}
