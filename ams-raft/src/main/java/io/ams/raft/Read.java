package io.ams.raft;

/**
 * The answer of a read.
 *
 * @param appliedIndex log index of the state it was read from
 */
public record Read<T>(T value, long appliedIndex) {}
