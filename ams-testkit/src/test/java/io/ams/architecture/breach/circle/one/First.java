package io.ams.architecture.breach.circle.one;

import io.ams.architecture.breach.circle.two.Second;

/** Sees the second, which sees the first. */
public record First(Second second) {}
