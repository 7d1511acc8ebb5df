package io.ams.architecture.breach.circle.two;

import io.ams.architecture.breach.circle.one.First;
import java.util.List;

/** Sees the first, which sees the second. */
public record Second(List<First> firsts) {}
