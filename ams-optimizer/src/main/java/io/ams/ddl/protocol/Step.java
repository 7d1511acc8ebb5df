package io.ams.ddl.protocol;

/**
 * What was done for one change.
 *
 * @param column the shard's name of it, levels joined with dots
 * @param action EXECUTE, SKIP, DEFER, RETAIN, NO_OP or IGNORED
 */
public record Step(String column, String action, String detail) {}
