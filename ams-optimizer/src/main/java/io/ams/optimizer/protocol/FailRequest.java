package io.ams.optimizer.protocol;

/**
 * A task could not be done.
 *
 * @param error why, in words
 */
public record FailRequest(int attempt, String error) {}
