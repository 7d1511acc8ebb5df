package io.ams.architecture.breach.op;

import java.nio.file.Path;

/** A rule must not know files. */
public record RuleWithAFile(Path file) {}
