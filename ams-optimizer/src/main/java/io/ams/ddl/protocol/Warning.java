package io.ams.ddl.protocol;

/** Something that was done and is not quite what upstream has. */
public record Warning(String code, String column, String detail) {}
