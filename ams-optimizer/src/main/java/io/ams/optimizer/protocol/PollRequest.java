package io.ams.optimizer.protocol;

/**
 * The worker has room.
 *
 * @param max how many tasks it can take now
 * @param waitMillis how long the answer may wait for a task to come; the node may cut it
 */
public record PollRequest(int max, long waitMillis) {}
