package io.ams.ddl.protocol;

/** The name that a shard goes by from now on. */
public record RebindRequest(String to) {}
