package io.ams.ddl.protocol;

import java.util.List;

/** A column and the name it gets; renames of one change happen at once. */
public record Rename(List<String> path, String to) {}
