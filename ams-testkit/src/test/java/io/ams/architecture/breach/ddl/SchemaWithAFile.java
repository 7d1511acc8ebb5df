package io.ams.architecture.breach.ddl;

import java.nio.file.Path;

/** A schema must not know files. */
public record SchemaWithAFile(Path file) {}
