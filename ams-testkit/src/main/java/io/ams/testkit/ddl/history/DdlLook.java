package io.ams.testkit.ddl.history;

/**
 * Somebody looked at the group, as fresh as can be.
 *
 * @param node that was asked
 * @param start when it was asked
 * @param end when the answer was there, of the same clock as operations
 */
public record DdlLook(String node, long start, long end, GroupSeen seen) {}
