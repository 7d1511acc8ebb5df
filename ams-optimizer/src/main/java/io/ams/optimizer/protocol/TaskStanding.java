package io.ams.optimizer.protocol;

/**
 * A task that a worker has, and how far it is.
 *
 * @param percent 0 to 100
 */
public record TaskStanding(String processId, int number, int attempt, int percent) {}
