package io.ams.ddl.protocol;

import org.jspecify.annotations.Nullable;

/** Something that happened in a group. */
public record GroupEvent(long number, @Nullable String shard, String code, String detail, long atMillis) {}
