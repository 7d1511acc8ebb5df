package io.ams.optimizer.protocol;

import org.jspecify.annotations.Nullable;

/**
 * A worker says who it is.
 *
 * @param id chosen by the worker when it comes back; absent to be given one
 * @param group the optimizer group whose tasks it wants
 * @param threads how many tasks it runs at a time
 * @param kind embedded, process or spark
 * @param host where it runs, for people to read
 */
public record RegisterRequest(@Nullable String id, String group, int threads, String kind, String host) {}
