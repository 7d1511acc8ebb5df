package io.ams.optimizer.protocol;

/**
 * A task that is the worker's until its lease ends.
 *
 * @param attempt counts the leases of the task; a result counts only with the attempt that stands
 * @param input what to do, packed, in Base64
 */
public record LeasedTask(String processId, int number, int attempt, String input) {}
