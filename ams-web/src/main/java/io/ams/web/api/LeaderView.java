package io.ams.web.api;

import org.jspecify.annotations.Nullable;

/** Who leads; absent while an election runs. */
public record LeaderView(@Nullable String leaderId) {}
