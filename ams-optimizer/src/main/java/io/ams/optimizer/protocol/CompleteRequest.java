package io.ams.optimizer.protocol;

/**
 * A task is done.
 *
 * @param output what it made, packed, in Base64
 */
public record CompleteRequest(int attempt, String output, long outputFiles, long outputBytes) {}
