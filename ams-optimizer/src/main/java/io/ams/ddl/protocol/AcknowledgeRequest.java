package io.ams.ddl.protocol;

/** Decisions up to this number need not be kept any more. */
public record AcknowledgeRequest(long seq) {}
