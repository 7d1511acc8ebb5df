package io.ams.testkit.history;

import io.ams.proto.Command;

/** One command of a history, and the time in milliseconds of the entry that it comes in. */
public record Timed(long timeMillis, Command command) {}
