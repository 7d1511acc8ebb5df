package io.ams.web.api;

import org.jspecify.annotations.Nullable;

/** Who shall lead; nobody named means the member that is furthest. */
public record TransferRequest(@Nullable String id) {}
